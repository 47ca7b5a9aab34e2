"""What emails say."""

from __future__ import annotations

ENTER = "Sign in to Fimbul"
ENTER_LETTER = (
    "Open this link to sign in to Fimbul. It works once, for fifteen minutes:\n\n{link}\n\n"
    "If you did not ask for it, nothing has happened, and you can ignore this email."
)
CONFIRM = "Your email address at Fimbul"
CONFIRM_LETTER = (
    "The player {name} wants to sign in to Fimbul by this address. If that is you, open this link "
    "in the browser in which you asked, within fifteen minutes:\n\n{link}\n\n"
    "If it is not you, nothing has happened, and you can ignore this email."
)
