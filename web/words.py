"""Everything the pages say themselves, in every language; games and errors bring their own words."""

from __future__ import annotations

from companion.text import Text

# --- on every page ------------------------------------------------------------------------------------

SITE = Text(en="Paper companion", ru="Бумажный судья")
TAGLINE = Text(
    en="Print a sheet, play with pens, take a photo - and see who leads.",
    ru="Распечатайте лист, сыграйте ручками, сфотографируйте - и узнайте, кто впереди.",
)
SKIP = Text(en="Skip to the content", ru="Сразу к содержанию")
MAIN_MENU = Text(en="Main menu", ru="Главное меню")
GAMES = Text(en="Games", ru="Игры")
SNAP = Text(en="Snap a photo", ru="Снять лист")
PRINT = Text(en="Print a sheet", ru="Распечатать лист")
LANGUAGE = Text(en="Language", ru="Язык")
LANGUAGE_NAMES = {"ru": "Русский", "en": "English"}
LANGUAGE_SIGNS = {"ru": "RU", "en": "EN"}
FOOT = Text(
    en="Photos stay on this computer, without place or camera data; old results are thrown away.",
    ru="Снимки остаются на этом компьютере, без места съёмки и данных камеры; старые результаты стираются.",
)

# --- gallery ------------------------------------------------------------------------------------------

STEPS_TITLE = Text(en="How it works", ru="Как это устроено")
STEPS = (
    Text(en="Print a sheet for your game", ru="Распечатайте лист для игры"),
    Text(en="Play on paper, with any two pens", ru="Сыграйте на бумаге любыми двумя ручками"),
    Text(en="Snap it: the score, mistakes and a hint", ru="Снимите: счёт, ошибки и подсказка"),
)
RULES_AND_SHEET = Text(en="Rules and sheet", ru="Правила и лист")
EXAMPLE_OF = Text(en="A game of {title} on paper", ru="Партия на бумаге: {title}")
PRINT_SHORT = Text(en="Print", ru="Печать")
SNAP_SHORT = Text(en="Snap", ru="Снять")
OPENS_IN_TAB = Text(en="opens in a new tab", ru="в новой вкладке")
SNAP_LINE = Text(
    en="No sheet? Tic-tac-toe drawn by hand on any paper is read too.",
    ru="Нет листа? Крестики-нолики, нарисованные от руки на любой бумаге, тоже читаются.",
)

# --- game page ----------------------------------------------------------------------------------------

SHEET = Text(en="The sheet", ru="Лист")
YOUR_SHEET = Text(en="Your sheet", ru="Ваш лист")
PAPER = Text(en="Paper", ru="Бумага")
PAPERS = {"a4": "A4", "letter": "Letter"}
SHEET_LANGUAGE = Text(en="Sheet language", ru="Язык листа")
MORE_OPTIONS = Text(en="More rules to agree on", ru="Ещё о чём договориться")
SHOW = Text(en="Show", ru="Показать")
PRINT_HINT = Text(
    en="Print at 100 % (actual size), one-sided. Every print has its own number.",
    ru="Печатайте в масштабе 100 %, с одной стороны. У каждого листа свой номер.",
)
PREVIEW_OF = Text(en="The printed sheet: {title}", ru="Печатный лист: {title}")
RULES = Text(en="Rules", ru="Правила")
YES = Text(en="yes", ru="да")
NO = Text(en="no", ru="нет")
NONE = Text(en="none", ru="нет")
OWN_VALUE = Text(en="own numbers", ru="свои числа")
FIRST_PART = Text(en="first number", ru="первое число")
SECOND_PART = Text(en="second number", ru="второе число")
BAD_VALUE = Text(en="“{value}” does not fit: {allowed}", ru="«{value}» не подходит: {allowed}")
FROM_TO = Text(en="{low} to {high}", ru="от {low} до {high}")
IN_STEPS = Text(en="{low} to {high} in steps of {step}", ru="от {low} до {high} с шагом {step}")
EMPTY_VALUE = Text(en="nothing", ru="пусто")

# --- snap ---------------------------------------------------------------------------------------------

SNAP_TITLE = Text(en="Show me your sheet", ru="Покажите лист")
SNAP_LEAD = Text(
    en="The whole sheet with the square marks along its edges, in even light.",
    ru="Весь лист, чтобы были видны квадратные метки по краям, при ровном свете.",
)
TAKE_PHOTO = Text(en="Take a photo", ru="Сфотографировать")
CHOOSE_FILES = Text(en="Choose files", ru="Выбрать файлы")
DROP_HERE = Text(
    en="or drop photos anywhere on this page, or paste one",
    ru="или перетащите снимки на страницу, или вставьте из буфера",
)
DROP_NOW = Text(en="Let go to read the photo", ru="Отпустите, чтобы прочитать")
SEND = Text(en="Read the photos", ru="Прочитать снимки")
FORMATS = Text(
    en="JPEG, PNG, WebP, HEIC; up to {photos} photos, {megabytes} MB together",
    ru="JPEG, PNG, WebP, HEIC; до {photos} снимков, вместе до {megabytes} МБ",
)
WAIT = Text(en="Reading the paper…", ru="Читаю лист…")
WAIT_LONGER = Text(en="This takes a few seconds.", ru="Это займёт несколько секунд.")
TROUBLE = Text(en="The codes are covered or torn?", ru="Коды закрыты или оторваны?")
CODE = Text(en="Sheet code (letters under the title)", ru="Код листа (буквы под названием)")
WHICH_GAME = Text(en="Game", ru="Игра")
ANY_GAME = Text(en="as the sheet says", ru="как сказано на листе")
THIS_SHEET = Text(en="{title}, sheet {serial}", ru="{title}, лист {serial}")
THIS_SHEET_LEAD = Text(
    en="Played? Take a photo of the whole sheet.", ru="Сыграли? Сфотографируйте весь лист."
)
TIPS_TITLE = Text(en="For a good photo", ru="Чтобы снимок удался")
TIPS = (
    Text(en="Lay the sheet flat and get all of it in.", ru="Положите лист ровно и снимите его целиком."),
    Text(en="Daylight or a lamp from the side, no flash.", ru="Дневной свет или лампа сбоку, без вспышки."),
    Text(
        en="Hold still until it is sharp; a slant does no harm.",
        ru="Не двигайтесь, пока не станет резко; наклон не мешает.",
    ),
)

# --- errors -------------------------------------------------------------------------------------------

NOT_READ = Text(en="This photo could not be read", ru="Снимок не прочитан")
NONE_READ = Text(en="These photos could not be read", ru="Снимки не прочитаны")
WHAT_TO_DO = Text(en="What to do", ru="Что делать")
TRY_AGAIN = Text(en="Try another photo", ru="Попробовать другой снимок")
TO_GAMES = Text(en="To the games", ru="К играм")
YOUR_PHOTO = Text(en="Your photo", ru="Ваш снимок")
ADVICE = {
    "MARKERS_MISSING": (
        Text(
            en="Get all of the sheet in: the square marks along its edges must be seen.",
            ru="Снимите лист целиком: должны быть видны квадратные метки по краям.",
        ),
        Text(
            en="Come closer, so that the sheet fills the picture.", ru="Подойдите ближе: лист - во весь кадр."
        ),
        Text(
            en="A board drawn by hand must be tic-tac-toe, with all its lines in the picture.",
            ru="От руки читаются только крестики-нолики, и все линии должны быть в кадре.",
        ),
    ),
    "WRONG_SHEET": (
        Text(
            en="Type the code printed under the title of the sheet into the box below.",
            ru="Впишите ниже код, напечатанный на листе под названием.",
        ),
        Text(en="Or choose the game there.", ru="Или выберите там игру."),
    ),
    "FIELD_CROPPED": (
        Text(
            en="Step back a little: the whole field must be in the picture.",
            ru="Отойдите немного: поле должно быть в кадре целиком.",
        ),
    ),
    "FIELD_UNCLEAR": (
        Text(
            en="Lay the sheet flatter and hold the phone still.",
            ru="Разгладьте лист и держите телефон ровно.",
        ),
        Text(en="Take away what lies on the sheet.", ru="Уберите с листа всё лишнее."),
    ),
    "NOT_A_PICTURE": (
        Text(
            en="Send the photo itself, as the camera made it: JPEG, PNG, WebP or HEIC.",
            ru="Пришлите сам снимок, каким его сделала камера: JPEG, PNG, WebP или HEIC.",
        ),
    ),
}
NO_PHOTO = Text(
    en="no photo came along; choose one or take one",
    ru="снимка нет; выберите файл или сфотографируйте лист",
)
TOO_MANY = Text(
    en="{number} photos at once; send up to {most}", ru="сразу {number} снимков; присылайте не больше {most}"
)
TOO_LARGE_TITLE = Text(en="That is too much at once", ru="Слишком много за раз")
TOO_LARGE = Text(
    en="The photos have more than {megabytes} MB together. Send fewer, or smaller ones.",
    ru="Снимки вместе больше {megabytes} МБ. Пришлите меньше снимков или уменьшите их.",
)
BUSY_TITLE = Text(en="Many photos are being read", ru="Сейчас читается много снимков")
BUSY = Text(en="Wait half a minute and send it again.", ru="Подождите полминуты и пришлите ещё раз.")
TOO_OFTEN_TITLE = Text(en="A little too fast", ru="Слишком часто")
TOO_OFTEN = Text(
    en="Very many requests come from your address. Wait a minute and go on.",
    ru="С вашего адреса очень много запросов. Подождите минуту и продолжайте.",
)
NOT_FOUND_TITLE = Text(en="There is no such page", ru="Такой страницы нет")
NOT_FOUND = Text(
    en="The link may be mistyped, or the result is so old that it was thrown away.",
    ru="Возможно, в ссылке опечатка, или результат такой старый, что уже стёрт.",
)
FORBIDDEN_TITLE = Text(en="This was not sent from here", ru="Это отправлено не отсюда")
FORBIDDEN = Text(
    en="Photos can be sent only from this site's own pages. Open the snap page and try again.",
    ru="Снимки принимаются только со страниц этого сайта. Откройте страницу съёмки и попробуйте ещё раз.",
)
BROKEN_TITLE = Text(en="Something broke here", ru="Здесь что-то сломалось")
BROKEN = Text(
    en="It is our fault, not yours. Try again; if it happens again, try another photo.",
    ru="Это наша ошибка, не ваша. Попробуйте ещё раз; если повторится - возьмите другой снимок.",
)
NOT_SAVED = Text(
    en="The photo was read, but the result cannot be saved ({reason}); free some room in {folder}.",
    ru="Снимок прочитан, но результат не сохранить ({reason}); освободите место в {folder}.",
)
WRONG_REQUEST_TITLE = Text(en="This request makes no sense", ru="Непонятный запрос")
WRONG_REQUEST = Text(
    en="Go back to the page you came from and try again.", ru="Вернитесь назад и попробуйте ещё раз."
)

# --- result -------------------------------------------------------------------------------------------

RESULT = Text(en="Result", ru="Результат")
PHOTO_NUMBER = Text(en="Photo {number}", ru="Снимок {number}")
BOARD_NUMBER = Text(en="Board {number}", ru="Поле {number}")
SHEET_NUMBER = Text(en="sheet {serial}", ru="лист {serial}")
BY_HAND = Text(en="drawn by hand", ru="от руки")
SCORE = Text(en="Score", ru="Счёт")
OPEN_SCORE = Text(en="The score is one of these", ru="Счёт - один из этих")
AND_MORE = Text(en="and more", ru="и другие")
PHOTO = Text(en="Photo with what was read", ru="Снимок и что на нём прочитано")
ZOOM = Text(en="Enlarge", ru="Увеличить")
CLOSE = Text(en="Close", ru="Закрыть")
CLEAN_BOARD = Text(en="The board, clean", ru="Поле начисто")
POSITION_OF = Text(en="Position read from the photo: {title}", ru="Позиция со снимка: {title}")
PROBLEMS = Text(en="Against the rules", ru="Не по правилам")
NO_PROBLEMS = Text(en="Nothing breaks the rules.", ru="Ошибок нет, всё по правилам.")
NOTES = Text(en="Worth knowing", ru="На заметку")
DOUBTS = Text(en="Not sure", ru="Не уверен")
DOUBTS_LEAD = Text(
    en="Look at these places: if one is misread, the score may be different.",
    ru="Посмотрите на эти места: если где-то прочитано не то, счёт может быть другим.",
)
READ_AS = Text(en="read as", ru="прочитано")
MAY_BE = Text(en="may be", ru="может быть")
CELL_SIDE = Text(en="side of {cell}", ru="сторона {cell}")
MORE_DOUBTS = Text(en="And {number} more", ru="И ещё {number}")
WOULD_SETTLE = Text(en="read so, a mistake would vanish", ru="тогда исчезнет ошибка")
HINT = Text(en="A good move", ru="Хороший ход")
NO_HINT = Text(
    en="No hint: the game is over, or it is not known whose turn it is.",
    ru="Подсказки нет: игра окончена или неизвестно, чей ход.",
)
MOVES = Text(en="Legal moves", ru="Возможные ходы")
NO_MOVES = Text(en="No moves are left.", ru="Ходов больше нет.")
NOTATION = Text(en="Notation", ru="Запись позиции")
COPY = Text(en="Copy", ru="Копировать")
COPIED = Text(en="Copied", ru="Готово")
DATA = Text(en="Data (JSON)", ru="Данные (JSON)")
FULL_PICTURE = Text(en="Whole photo", ru="Весь снимок")
ANOTHER = Text(en="Snap another", ru="Снять ещё")
EMPTY_BOARDS = Text(en="Empty boards on the sheet: {number}", ru="Пустых полей на листе: {number}")
LEGEND_HINT = Text(en="good move", ru="хороший ход")
LEGEND_PROBLEM = Text(en="against the rules", ru="не по правилам")

BOARDS = {
    "own": Text(en="My ships", ru="Мои корабли"),
    "target": Text(en="Enemy waters", ru="Чужое море"),
}
"""What the boards of a sheet are called where one position has several."""

SYMBOLS = {
    "nothing": Text(en="nothing", ru="пусто"),
    "dot": Text(en="dot", ru="точка"),
    "cross": Text(en="cross", ru="крест"),
    "nought": Text(en="nought", ru="нолик"),
    "filled": Text(en="filled cell", ru="закрашено"),
    "hatched": Text(en="hatched cell", ru="штриховка"),
    "line": Text(en="line", ru="линия"),
}
"""The signs a reader tells apart, in words."""

# --- values of options --------------------------------------------------------------------------------

OPTION_VALUES = {
    "cross": Text(en="a cross of four", ru="крест из четырёх"),
    "double_cross": Text(en="a double cross", ru="двойной крест"),
    "multi": Text(en="four crosses", ru="четыре креста"),
    "empty": Text(en="empty field", ru="пустое поле"),
    "central": Text(en="in the middle", ru="в середине"),
    "none": Text(en="none", ru="нет"),
    "dots": Text(en="caught dots", ru="пленные точки"),
    "area": Text(en="area", ru="площадь"),
    "dots_plus_territory": Text(en="dots and land", ru="пленные и земля"),
    "immediate": Text(en="at once", ru="сразу"),
    "deferred": Text(en="later", ru="потом"),
    "off": Text(en="off", ru="выключено"),
    "stop_right": Text(en="a safe leader may stop", ru="лидер вправе остановить"),
    "immune_groups": Text(en="groups at the edge are safe", ru="группы у края не берутся"),
    "placing": Text(en="placing goes on", ru="доигрывают"),
    "auto": Text(en="counted at once", ru="считают сразу"),
    "turn_pass": Text(en="when the turn passes", ru="когда ход перешёл"),
    "owner_move": Text(en="by the owner's move", ru="ходом хозяина"),
    "blitz_random": Text(en="blitz", ru="блиц"),
    "asked": Text(en="ticked on the sheet", ru="отметят на листе"),
    "agreed": Text(en="as agreed", ru="как договорились"),
    "left_field": Text(en="the owner of the sheet", ru="хозяин листа"),
    "corners": Text(en="at corners", ru="углами"),
    "cyr_no_yo_j": Text(en="АБВГДЕЖЗИК", ru="АБВГДЕЖЗИК"),
    "cyr_yo": Text(en="АБВГДЕЁЖЗИ", ru="АБВГДЕЁЖЗИ"),
    "respublika": Text(en="РЕСПУБЛИКА", ru="РЕСПУБЛИКА"),
    "snegurochka": Text(en="СНЕГУРОЧКА", ru="СНЕГУРОЧКА"),
    "latin": Text(en="ABCDEFGHIJ", ru="ABCDEFGHIJ"),
}
"""What people call the values of options; a value without words of its own is shown as it is."""
