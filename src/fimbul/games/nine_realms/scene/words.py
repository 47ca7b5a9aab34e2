"""What cards, realms and piles say of themselves: a line on the card, more where it is enlarged."""

from __future__ import annotations

from fimbul.games.nine_realms.cards import Kind

REALM_GOAL = "The higher total wins the realm. Whoever wins five realms wins the match."
REALM_WORDS = {  # by icon  # rule: realm.circle, realm.square, realm.square-not-cunning
    "circle": (
        "Circle. Each {kind} card in a line adds 1 more Strength here.",
        "The circle counts for both sides: for the hero and for the two cards that are played "
        "before the dice, but not for the last card.",
    ),
    "square": (
        "Square. Each {kind} card in a line brings 1 more die here.",
        "The square counts for both sides: for the two cards that are played before the dice, "
        "but not for the last card. Nobody rolls more than nine dice in a battle.",
    ),
}
HERO_MORE = (  # rule: strength.hero-reveal, after.heroes-stay
    "The Strength of the hero starts your total. "
    "A hero fights only once and then stays beside the realm."
)
HERO_WORDS = {  # by power: on the card, and enlarged  # rule: hero.loki, hero.utgard-loki
    "none": ("{kind} with Strength {strength}.", (HERO_MORE,)),
    "exchange": (
        "{kind} with Strength {strength}. May make way for a hero of an earlier battle.",
        (
            HERO_MORE,
            "As soon as both heroes are shown, you may exchange this one for a hero of yours who "
            "has fought before. That hero fights again here; this one takes the place left behind.",
        ),
    ),
}
DIE_MORE = "1 or 2 adds nothing, 3 or 4 adds 1, 5 or 6 adds 2."
FOR_DICE = (
    "Play it as one of your two cards to roll its dice: "
    "1 or 2 adds nothing, 3 or 4 adds 1, 5 or 6 adds 2."
)
CARD_MORE: dict[Kind, tuple[str, ...]] = {
    "wonder": (  # rule: card.wonder-strength, card.wonder-no-cunning
        "Play it as one of your two cards to add its Strength. As the last card it does nothing.",
    ),
    "monster": (  # rule: card.monster-dice, card.monster-cunning
        FOR_DICE,
        "Or keep it as your last card, to roll more dice after the others.",
    ),
    "treasure": (  # rule: card.treasure-dice, card.treasure-rotate
        FOR_DICE,
        "Or keep it as your last card, to turn dice that you have rolled to higher faces. "
        "Each step turns one die up by 1, to 6 at most.",
    ),
    "dwarven": (  # rule: card.dwarven-dice, card.dwarven-match
        FOR_DICE,
        "Or keep it as your last card, to roll a die for each of your two cards "
        "that is of a kind it names.",
    ),
    "shield_hall": (  # rule: card.hall-dice, card.hall-plus
        FOR_DICE,
        "Or keep it as your last card, to add a number to your total without any luck.",
    ),
}
SET_MORE = (  # rule: hero.draw-three, hero.put-back
    "Three of these heroes are drawn by chance before each battle. "
    "One of them fights, the others go back."
)
PILE_MORE = (  # rule: after.draw-three, after.reshuffle
    "After each battle both sides draw three cards from it. "
    "When it is empty, the discards are shuffled and become the new pile."
)
HERO_BACK = "Only its own side knows this hero, until both heroes are shown."
CARD_BACK = "Only its own side knows this card, until it is played."
SEALED = "It is shown as soon as both sides have chosen."
