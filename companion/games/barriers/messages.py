"""What the rules of barriers say to the players."""

from __future__ import annotations

from companion.text import Text

REFUSED = Text(
    en="this line cannot be drawn: it needs two free neighbouring cells, and it must be somebody's turn",
    ru="эту линию провести нельзя: нужны две свободные соседние клетки и чей-то ход",
)
ONE_CELL = Text(
    en="this line stays in one cell ({cells}); a line goes over two",
    ru="эта линия не вышла из клетки {cells}; линия идёт через две",
)
LONG = Text(
    en="this line goes over {number} cells ({cells}); a line goes over two. Or are there several lines end to end?",
    ru="эта линия идёт через {number} клетки ({cells}), а нужно через две. Или тут несколько линий подряд?",
)
BENT = Text(
    en="this line is bent ({cells}); a line is straight and goes over two cells. Or do two lines meet in one cell?",
    ru="эта линия согнута ({cells}); линия прямая, через две клетки. Или две линии сошлись в одной клетке?",
)
DIAGONAL = Text(
    en="this line slants ({cells}); lines go across or down",
    ru="эта линия идёт наискосок ({cells}); проводят только вдоль или поперёк",
)
TWICE = Text(en="two lines use cell {cells}", ru="в клетке {cells} две линии")
CLOSE = Text(
    en="two lines stand too close ({cells}): they must not have neighbouring cells",
    ru="две линии слишком близко ({cells}): соседних клеток у них быть не должно",
)
OUTSIDE = Text(
    en="this line leaves the field ({cells}); which cells are meant?",
    ru="эта линия выходит за поле ({cells}); какие клетки имелись в виду?",
)
ON_GRIDLINE = Text(
    en="this line runs along the border of cells {cells}; which cells are meant?",
    ru="эта линия идёт по границе клеток {cells}; какие клетки имелись в виду?",
)
DIRECTION = Text(
    en="{player} draws lines {way}; this one ({cells}) is not",
    ru="{player} проводит линии {way}; эта ({cells}) не такая",
)
DOWN = Text(en="up and down", ru="сверху вниз")
ACROSS = Text(en="from left to right", ru="слева направо")
COUNTS = Text(
    en="the numbers of lines in the two colours ({first}:{second}) fit no order of moves: somebody moved twice or "
    "missed a move",
    ru="число линий двух цветов ({first}:{second}) не сходится: кто-то сходил дважды или пропустил ход",
)
COUNTS_BY_WAY = Text(
    en="the numbers of lines down and across ({first}:{second}) fit no order of moves: one has the wrong direction, "
    "or somebody moved twice",
    ru="число стоячих и лежачих линий ({first}:{second}) не сходится: одна проведена не туда или кто-то сходил дважды",
)
STUCK = Text(
    en="{player} has no line left to draw ({lines} drawn)", ru="{player} ходить некуда (линий {lines})"
)
