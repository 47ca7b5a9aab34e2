"""What games say, in other languages: a lexicon for each game and language, told by a teller."""

from fimbul.words.lexicon import ENGLISH, HERE, LANGUAGES, Lexicon, lexicon_of
from fimbul.words.teller import Teller, Voice, best_language, teller_of, voice_of

__all__ = [
    "ENGLISH",
    "HERE",
    "LANGUAGES",
    "Lexicon",
    "Teller",
    "Voice",
    "best_language",
    "lexicon_of",
    "teller_of",
    "voice_of",
]
