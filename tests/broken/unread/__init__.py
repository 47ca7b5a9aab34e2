"""A game whose code, tests and book are out of step."""

CARDS = 24  # rule: bid.nowhere


def bid() -> str:
    """Lay a card."""  # rule: bid.nowhere
    # rule: bid.nowhere
    return "card:1"
