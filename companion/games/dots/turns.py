"""Why it is whose turn in dots, or what one would have to know."""

from __future__ import annotations

from companion.text import Text

from .checks import count_dots, turn_by_count
from .messages import KEYS
from .rules import Dots


def turn_reason(position: Dots) -> Text | None:
    """The reason, or the question that would settle it; `None` when the game is over."""
    if position.outcome() is not None:
        return None
    if position.ending.stopper is not None:
        return STOPPED.fill(player=KEYS[position.ending.stopper])
    if position.mover is not None:
        return TOLD
    if position.options.extra_move:
        return EXTRA
    red, blue = count_dots(position.rows, position.options)
    if turn_by_count(position.rows, position.options, position.first) is not None:
        began = UNKNOWN if position.first is None else BEGAN.fill(player=KEYS[position.first])
        return COUNTED.fill(red=red, blue=blue, began=began)
    return WHO_BEGAN if red == blue and position.first is None else None


COUNTED = Text(en="R has put {red} dots, B {blue}{began}", ru="R поставил точек {red}, B {blue}{began}")
BEGAN = Text(en="; {player} began", ru="; начал {player}")
UNKNOWN = Text(en="", ru="")
STOPPED = Text(
    en="{player} said STOP, the other side alone puts dots", ru="{player} сказал СТОП, ходит другой"
)
TOLD = Text(en="the notation says so", ru="так сказано в записи")
EXTRA = Text(
    en="captures give extra moves here, so counting does not tell: who made the last move, and did it capture?",
    ru="за взятие ходят ещё раз, и счёт точек не поможет: кто ходил последним и взял ли он?",
)
WHO_BEGAN = Text(en="both have as many dots: who began?", ru="точек поровну: кто начинал?")
