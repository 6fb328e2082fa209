"""Everything the pages say themselves, in every language; games and errors bring their own words."""

from __future__ import annotations

from companion.text import Text, count

# --- on every page ------------------------------------------------------------------------------------

SITE = Text(en="Paper companion", ru="Бумажный судья")
TAGLINE = Text(
    en="Print a sheet, play with pens, take a photo and see who leads.",
    ru="Распечатайте лист, сыграйте ручками, сфотографируйте — и узнайте, кто впереди.",
)
SKIP = Text(en="Skip to the content", ru="Сразу к содержанию")
MAIN_MENU = Text(en="Main menu", ru="Главное меню")
GAMES = Text(en="Games", ru="Игры")
SNAP = Text(en="Snap a photo", ru="Сфотографировать лист")
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
    en="No sheet? Games drawn by hand in a squared notebook are read too, and tic-tac-toe on any paper.",
    ru="Нет листа? Читаются и игры, нарисованные от руки в тетради в клетку, а крестики-нолики — на любой бумаге.",
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
    en="JPEG, PNG, WebP, HEIC, scans as PDF; up to {photos} photos, {megabytes} MB together",
    ru="JPEG, PNG, WebP, HEIC, сканы в PDF; до {photos} снимков, вместе до {megabytes} МБ",
)
WAIT = Text(en="Reading the paper…", ru="Читаю лист…")
WAIT_LONGER = Text(en="This takes a few seconds.", ru="Это займёт несколько секунд.")
TROUBLE = Text(en="The codes are covered or torn?", ru="Коды закрыты или оторваны?")
CODE = Text(en="Sheet code (letters in the bottom right corner)", ru="Код листа (буквы в правом нижнем углу)")
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
ALSO_REFUSED = Text(
    en="Another sheet in this photo could not be read", ru="Ещё один лист на этом снимке прочитать не удалось"
)
SAME_PHOTO = Text(en="Which sheet is it?", ru="Что это за лист?")
SAME_PHOTO_LEAD = Text(
    en="Type the letters from its bottom right corner, or choose the game: the photo need not be sent again.",
    ru="Впишите буквы из правого нижнего угла листа или выберите игру: отправлять снимок заново не нужно.",
)
PAGE_OF = Text(en="{name}, page {number}", ru="{name}, стр. {number}")
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
            en="Come closer, so that the sheet fills the picture.", ru="Подойдите ближе: лист — во весь кадр."
        ),
        Text(
            en="A game drawn by hand: all of it must be in the picture, with some bare squares of the paper round it.",
            ru="Игра нарисована от руки? Она должна быть в кадре целиком, и вокруг — немного пустых клеток.",
        ),
    ),
    "WRONG_SHEET": (
        Text(
            en="Say above which sheet it is, or take the photo again so that the square code is not covered.",
            ru="Скажите выше, что это за лист, или снимите его снова, чтобы квадратный код не был закрыт.",
        ),
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
    en="The link may be mistyped, or the result was deleted: by you, or because it was old.",
    ru="Возможно, в ссылке опечатка, или результат уже стёрт: вами или потому, что устарел.",
)
FORBIDDEN_TITLE = Text(en="This was not sent from here", ru="Это отправлено не отсюда")
FORBIDDEN = Text(
    en="Photos can be sent only from this site's own pages. Open the snap page and try again.",
    ru="Снимки принимаются только со страниц этого сайта. Откройте страницу съёмки и попробуйте ещё раз.",
)
BROKEN_TITLE = Text(en="Something broke here", ru="Здесь что-то сломалось")
BROKEN = Text(
    en="It is our fault, not yours. Try again; if it happens again, try another photo.",
    ru="Это наша ошибка, не ваша. Попробуйте ещё раз; если повторится — возьмите другой снимок.",
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
OPEN_SCORE = Text(en="The score is one of these", ru="Счёт — один из этих")
AND_MORE = Text(en="and more", ru="и другие")
CLEAN_BOARD = Text(en="The board, clean", ru="Поле начисто")
POSITION_OF = Text(en="Position read from the photo: {title}", ru="Позиция со снимка: {title}")
PROBLEMS = Text(en="Against the rules", ru="Не по правилам")
NO_PROBLEMS = Text(en="Nothing breaks the rules.", ru="Ошибок нет, всё по правилам.")
NOTES = Text(en="Worth knowing", ru="На заметку")
DOUBTS = Text(en="Please check these places", ru="Проверьте эти места")
DOUBTS_LEAD = Text(
    en="If one of them is misread, the score may be different.",
    ru="Если где-то прочитано не то, счёт может оказаться другим.",
)
MORE_DOUBTS = Text(en="And {number} more", ru="И ещё {number}")
WOULD_SETTLE = Text(en="read so, a mistake would vanish", ru="тогда исчезнет ошибка")
HINT = Text(en="A good move", ru="Хороший ход")
NO_HINT = Text(
    en="No hint: the game is over, or it is not known whose turn it is.",
    ru="Подсказки нет: игра окончена или неизвестно, чей ход.",
)
NO_MOVES = Text(en="No moves are left.", ru="Ходов больше нет.")
NOTATION = Text(en="Notation", ru="Запись позиции")
COPY = Text(en="Copy", ru="Копировать")
COPIED = Text(en="Copied", ru="Готово")
FULL_PICTURE = Text(en="Whole photo", ru="Весь снимок")
ANOTHER = Text(en="Snap another", ru="Ещё один снимок")
LEGEND_HINT = Text(en="good move", ru="хороший ход")
LEGEND_PROBLEM = Text(en="against the rules", ru="не по правилам")

BOARDS = {
    "own": Text(en="My ships", ru="Мои корабли"),
    "target": Text(en="Enemy waters", ru="Поле соперника"),
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
    "crooked": Text(en="crooked line", ru="кривая линия"),
    "astray": Text(en="line that ends at no point", ru="линия мимо точки"),
}
"""The signs a reader tells apart, in words."""

# --- result: pictures, corrections, what if --------------------------------------------------------------

LAYERS_TITLE = Text(en="Show on the pictures", ru="Показать на картинках")
LAYERS = (
    ("marks", Text(en="marks", ru="знаки"), True),
    ("areas", Text(en="areas", ru="области"), True),
    ("problems", Text(en="mistakes", ru="ошибки"), True),
    ("doubts", Text(en="doubts", ru="сомнения"), True),
    ("moves", Text(en="moves", ru="ходы"), False),
    ("hint", Text(en="hint", ru="подсказка"), True),
)
FLAT_PHOTO = Text(en="Your sheet, laid flat", ru="Ваш лист, расправленный")
FLAT_PHOTO_OF = Text(
    en="Photo of the board, laid flat, with what was read. Arrow keys walk over the board, Enter changes a mark.",
    ru="Снимок поля, расправленный, и что на нём прочитано. Стрелки ведут по полю, Enter меняет знак.",
)
BOARD_KEYS = Text(
    en="The board as it counts now. Arrow keys walk over the board, Enter changes a mark.",
    ru="Поле, как оно считается сейчас. Стрелки ведут по полю, Enter меняет знак.",
)
ZOOM_IN = Text(en="Closer", ru="Ближе")
ZOOM_OUT = Text(en="Farther", ru="Дальше")
CORRECT_MODE = Text(en="Correct by tapping", ru="Исправлять касанием")
CORRECT_HELP = Text(
    en="Every tap changes the mark there. Undo takes back the last change.",
    ru="Каждое касание меняет знак под пальцем. «Отменить» возвращает последнее.",
)
LOOK_HELP = Text(
    en="Tap a place to see what was read there.", ru="Коснитесь места — увидите, что там прочитано."
)
WHAT_IS_HERE = Text(en="What is here: {where}?", ru="Что здесь: {where}?")
CLOSE = Text(en="Close", ru="Закрыть")
HERE_NOW = Text(en="now", ru="сейчас")
UNDO = Text(en="Undo", ru="Отменить")
ALL_RIGHT = Text(en="All right", ru="Всё верно")
CONFIRMED = Text(en="Checked by you", ru="Проверено вами")
NOT_RIGHT = Text(en="Check again", ru="Проверить ещё раз")
CORRECTED = Text(en="Corrected by you", ru="Исправлено вами")
CONFIRMED_LINE = Text(en="{where}: {now}, confirmed", ru="{where}: {now}, подтверждено")
CORRECTION_LINE = Text(
    en="{where}: read as {read}, now {now}", ru="{where}: прочитано «{read}», теперь «{now}»"
)
TOP_SIDE = Text(en="top side", ru="верхняя сторона")
BOTTOM_SIDE = Text(en="bottom side", ru="нижняя сторона")
LEFT_SIDE = Text(en="left side", ru="левая сторона")
RIGHT_SIDE = Text(en="right side", ru="правая сторона")
SHOW_PLACE = Text(en="show on the picture", ru="показать на картинке")
NAME_OF = Text(en="Name written on the sheet: {player}", ru="Имя, написанное на листе: {player}")
SHOW_HINT = Text(en="Show a good move", ru="Показать хороший ход")
REMARKS = Text(en="What else to see", ru="Что ещё видно")
EQUAL_MOVES = Text(en="Just as good: {moves}", ru="Так же хороши: {moves}")
BACK = Text(en="Back", ru="Назад")
BACK_TO_RESULT = Text(en="Back to the result", ru="Назад к результату")
WHAT_IF = Text(en="What if?", ru="А что, если?")
TRY_EMPTY = Text(en="Try moves on an empty board", ru="Попробовать ходы на пустом поле")
WHAT_IF_LEAD = Text(
    en="Tap a free place to try a move there. Nothing on your sheet changes.",
    ru="Коснитесь свободного места — попробуйте ход. На листе ничего не меняется.",
)
TRY_MOVE = Text(en="Try the move", ru="Попробовать ход")
MOVE = Text(en="Move", ru="Ход")
ONE_BACK = Text(en="Take the move back", ru="Взять ход назад")
TO_START = Text(en="From the beginning", ru="С начала")
TRIED = Text(en="Tried: {moves}", ru="Попробовали: {moves}")
PLAY_HINT = Text(en="Play it", ru="Сделать этот ход")
BAD_MOVES = Text(en="these moves do not fit this position", ru="эти ходы не подходят к этой позиции")
HISTORY = Text(en="History of this sheet", ru="История листа")
ONE_PHOTO_YET = Text(
    en="One photo so far. Play on, snap the sheet again, and the story shows here.",
    ru="Пока один снимок. Сыграйте дальше, снимите лист ещё раз — здесь появится история.",
)
THIS_BROWSER_ONLY = Text(
    en="You see the photos sent from this browser, which is recognised by a cookie. "
    "Another phone's photos are seen on that phone.",
    ru="Здесь те снимки, что отправлены из этого браузера: мы узнаём его по файлу cookie. "
    "Снимки с другого телефона видны на том телефоне.",
)
OTHER_BROWSER = Text(
    en="This photo was sent from another phone or browser, so the other photos of the sheet are not shown here: "
    "open this page where they were sent from.",
    ru="Этот снимок отправлен с другого телефона или из другого браузера, поэтому остальные снимки листа здесь "
    "не видны: откройте эту страницу там, откуда их отправляли.",
)
NO_SERIAL = Text(
    en="A board drawn by hand has no number, so its photos cannot be told to belong together.",
    ru="У поля, нарисованного от руки, нет номера: неизвестно, какие снимки его.",
)
BETWEEN = Text(en="Between the photos", ru="Между снимками")
PAIR_PROBLEMS = Text(en="Only the photos together show this", ru="Это видно только по снимкам вместе")
SCORE_OVER_TIME = Text(en="Score from photo to photo", ru="Счёт от снимка к снимку")
REPLAY = Text(en="Replay", ru="Повтор")
EARLIER = Text(en="Earlier", ru="Раньше")
LATER = Text(en="Later", ru="Позже")
ADDED = Text(en="new since the photo before: {where}", ru="новое с прошлого снимка: {where}")
GONE_MARKS = Text(en="no longer there: {where}", ru="исчезло: {where}")
SAVE = Text(en="Save and print", ru="Сохранить и напечатать")
PDF_REPORT = Text(en="Report on one page (PDF)", ru="Отчёт на одной странице (PDF)")
ANNOTATED = Text(en="Photo with what was read", ru="Снимок с прочитанным")
DATA_NOW = Text(en="Data with your corrections (JSON)", ru="Данные с исправлениями (JSON)")
DATA_READ = Text(en="Data as read (JSON)", ru="Данные, как прочитано (JSON)")
DELETE = Text(en="Delete", ru="Удалить")
DELETE_LEAD = Text(
    en="The photos and everything read from them are thrown away at once, for good.",
    ru="Снимки и всё прочитанное сотрутся сразу и навсегда.",
)
DELETE_NOW = Text(en="Delete for good", ru="Удалить навсегда")
DELETED = Text(en="Deleted: photos and results.", ru="Удалено: снимки и результаты.")
READ_AGAIN = Text(en="Read this photo again", ru="Прочитать снимок ещё раз")
WAITING_TITLE = Text(en="Your photos are being read", ru="Снимки читаются")
ORDER_NOTE = Text(en="How far", ru="Сколько готово")
LEAVE_OPEN = Text(
    en="This page moves on by itself. You may also come back later: the link stays.",
    ru="Страница обновится сама. Можно и вернуться позже: ссылка останется.",
)
MADE_ON = Text(en="made on {date}", ru="составлен {date}")
ASK = Text(en="Ask about this position", ru="Спросить об этой позиции")

# --- where the game is, on squared paper ------------------------------------------------------------------

FIELD_TITLE = Text(en="Where is the game?", ru="Где здесь игра?")
FIELD_LEAD = Text(
    en="Drag the corners of the frame to the corners of the game, then tap the game's name.",
    ru="Передвиньте углы рамки на углы игры и коснитесь названия игры.",
)
SQUARES_SEEN = Text(
    en="The squares of the paper are found, but not what is drawn on them. Drag the corners of the frame to the "
    "corners of the game, then tap the game's name.",
    ru="Клетки найдены, но непонятно, что на них нарисовано. Передвиньте углы рамки на углы игры и коснитесь "
    "названия игры.",
)
UNSURE_GAME = Text(
    en="This may be {title}, but it is not clear. Drag the corners of the frame to the corners of the game, then tap "
    "the game's name.",
    ru="Похоже на игру «{title}», но это неточно. Передвиньте углы рамки на углы игры и коснитесь названия игры.",
)
FIELD_PICTURE = Text(
    en="Your photo with the squares that were found", ru="Ваш снимок и найденные на нём клетки"
)
FIELD_OF = Text(en="{width} × {height} squares", ru="{width} × {height} клеток")
FIELD_CHOICE = Text(en="Begin with", ru="Начать с")
READ_AS = Text(en="{title}, as read", ru="{title}, как прочитано")
YOUR_FRAME = Text(en="Your frame", ru="Ваша рамка")
MAYBE_GAME = Text(en="Perhaps {title}", ru="Похоже: {title}")
PAGE_MIDDLE = Text(en="The middle of the page", ru="Середина листа")
OTHER_PAPER = Text(en="Another paper", ru="Другой лист")
WHICH_GAME_HERE = Text(en="Which game is it?", ru="Какая это игра?")
WHICH_GAME_LEAD = Text(
    en="The likeliest one comes first. One tap reads the photo.",
    ru="Сначала самая вероятная. Одно касание — и снимок прочитан.",
)
HANDLES = (
    ("left top", Text(en="Top left corner", ru="Левый верхний угол")),
    ("right top", Text(en="Top right corner", ru="Правый верхний угол")),
    ("right bottom", Text(en="Bottom right corner", ru="Правый нижний угол")),
    ("left bottom", Text(en="Bottom left corner", ru="Левый нижний угол")),
    ("all", Text(en="The whole frame", ru="Вся рамка")),
)
HANDLE_KEYS = Text(en="arrow keys move it by one square", ru="стрелки двигают на одну клетку")
IN_NUMBERS = Text(en="The frame in numbers", ru="Рамка в числах")
IN_NUMBERS_LEAD = Text(
    en="In squares, counted from the top left corner of the squares that were found.",
    ru="В клетках, считая от левого верхнего угла найденных клеток.",
)
SIDES = (
    ("left", Text(en="Left", ru="Слева")),
    ("top", Text(en="Top", ru="Сверху")),
    ("right", Text(en="Right", ru="Справа")),
    ("bottom", Text(en="Bottom", ru="Снизу")),
)
PAPER_NUMBER = Text(en="Paper", ru="Лист")
SHOW_AS_READ = Text(en="Show it as {title}", ru="Показать как «{title}»")
OTHER_GAME = Text(en="Another game or another field?", ru="Другая игра или другое поле?")
GAME_BESIDE = Text(en="One more game on this page?", ru="Ещё одна игра на этом листе?")
POINT_OUT = Text(en="Show where the game is", ru="Показать, где игра")
GAMES_FOUND = Text(en="Games found on this page", ru="Игры на этом листе")
STAYS_AS_READ = Text(en="Nothing was changed: {why}", ru="Ничего не изменилось: {why}")
PRINT_CARDS = Text(en="Print marker cards (PDF)", ru="Распечатать карточки с метками (PDF)")
CARDS_LEAD = Text(
    en="On odd paper or at a slant: lay two marker cards beside the game, and the squares are found from them.",
    ru="Если бумага необычная или снимок под углом: положите рядом с игрой две карточки с метками — по ним найдутся "
    "клетки.",
)

# --- samples ------------------------------------------------------------------------------------------

SAMPLES = Text(en="Try it without a printer", ru="Попробовать без принтера")
SAMPLES_LEAD = Text(
    en="Photos of played sheets: choose one and see what is read.",
    ru="Снимки сыгранных листов: выберите один и посмотрите, что прочитается.",
)
SAMPLE_NUMBER = Text(en="Sample photo {number}", ru="Пробный снимок {number}")

# --- quick check of a photo before it is sent -----------------------------------------------------------

CHECK_TITLE = Text(en="Better look again", ru="Лучше взгляните ещё раз")
CHECK_SMALL = Text(
    en="The photo is small: {width}×{height}. Send it as the camera made it, or come closer.",
    ru="Снимок маленький: {width}×{height}. Пришлите, каким его сделала камера, или подойдите ближе.",
)
CHECK_DARK = Text(
    en="Very dark. Put on a lamp, or go to the window.",
    ru="Очень темно. Включите лампу или подойдите к окну.",
)
CHECK_BLURRED = Text(
    en="Blurred. Hold the phone still and tap the sheet on the screen to focus.",
    ru="Нерезко. Держите телефон неподвижно и коснитесь листа на экране, чтобы навести резкость.",
)
SEND_ANYWAY = Text(en="Send it all the same", ru="Всё равно отправить")
TAKE_ANOTHER = Text(en="Take another", ru="Снять заново")
SENDING = Text(en="Sending…", ru="Отправляю…")
LOST = Text(
    en="The connection broke off and no answer came. The photo is still here: send it again when you are back online.",
    ru="Связь прервалась, ответа нет. Снимок ещё здесь: отправьте его снова, когда связь появится.",
)
SEND_AGAIN = Text(en="Send it again", ru="Отправить снова")
NO_ANSWER = Text(
    en="The server does not answer. The photo has arrived; this page goes on asking by itself.",
    ru="Сервер не отвечает. Снимок уже у него; страница сама спросит ещё раз.",
)
NO_ANSWER_NOW = Text(
    en="The server does not answer. Try it again in a moment.",
    ru="Сервер не отвечает. Попробуйте ещё раз чуть позже.",
)
NOT_KEPT = Text(
    en="Not saved: the server does not answer. Try it again in a moment.",
    ru="Не сохранено: сервер не отвечает. Попробуйте ещё раз чуть позже.",
)

# --- two players --------------------------------------------------------------------------------------

TOGETHER = Text(en="Two players, two phones", ru="Двое играют, два телефона")
TOGETHER_LEAD = Text(
    en="Each of you snaps his own sheet and sees only his own. After the game both sheets are compared.",
    ru="Каждый снимает свой лист и видит только свой. После игры листы сравниваются.",
)
START_TOGETHER = Text(en="Start a game for two", ru="Начать игру вдвоём")
YOUR_SEAT = Text(en="You are player {number}", ru="Вы — игрок {number}")
INVITE = Text(en="Link for the other player", ru="Ссылка для второго игрока")
INVITE_LEAD = Text(
    en="Send it to the other phone. Whoever opens it first takes the place; after that it is dead.",
    ru="Отправьте на второй телефон. Место займёт тот, кто откроет первым; потом ссылка не действует.",
)
TAKE_SEAT = Text(en="Take this place", ru="Занять место")
TAKE_SEAT_LEAD = Text(
    en="You are invited to a game of {title}. This phone becomes player {number}.",
    ru="Вас зовут в игру «{title}». Этот телефон станет игроком {number}.",
)
LOCAL_LINK = Text(
    en="This link begins with {host} and works on this computer only. Open the site by the computer's own "
    "address in your network, and start the game there.",
    ru="Эта ссылка начинается с {host} и открывается только на этом компьютере. Зайдите на сайт по адресу "
    "компьютера в вашей сети и начните игру там.",
)
KEEP_LINK = Text(
    en="The address of this page is your key to the game: keep it, show it to nobody.",
    ru="Адрес этой страницы — ваш ключ к игре: сохраните его и никому не показывайте.",
)
OTHER_PLAYER = Text(en="The other player", ru="Второй игрок")
NOT_THERE_YET = Text(en="not there yet", ru="ещё не пришёл")
THERE = Text(en="is there", ru="на месте")
LINK_WITHDRAWN = Text(en="has left the game", ru="вышел из игры")
YOUR_SHEET_HERE = Text(en="Your sheet in this game", ru="Ваш лист в этой игре")
LAY_SHEET = Text(en="Lay this sheet before me", ru="Положить этот лист")
LAY_NONE = Text(
    en="Snap your sheet first; then choose it here.",
    ru="Сначала снимите свой лист, потом выберите его здесь.",
)
SEAL_TITLE = Text(en="Seal", ru="Печать")
SEAL_FLEET = Text(en="Seal what I have drawn", ru="Запечатать нарисованное")
YOUR_SEAL = Text(en="Your seal (the other player sees it too)", ru="Ваша печать (её видит и второй игрок)")
YOUR_KEY = Text(en="Your key (only you see it)", ru="Ваш ключ (видите только вы)")
THEIR_SEAL = Text(en="Their seal", ru="Печать второго игрока")
SEAL_LEAD = Text(
    en="Before the first shot: the seal fixes what you have drawn without telling it.",
    ru="До первого выстрела: печать закрепляет нарисованное, не выдавая его.",
)
OPEN_SHEETS = Text(en="The game is over: show my sheet", ru="Игра окончена: показать мой лист")
OPEN_LEAD = Text(
    en="When both have pressed this, the sheets are compared and both see the outcome.",
    ru="Когда нажмут оба, листы сравнятся и оба увидят итог.",
)
YOU_OPENED = Text(en="You have opened your sheet.", ru="Вы открыли свой лист.")
THEY_OPENED = Text(en="The other player has opened his sheet.", ru="Второй игрок открыл свой лист.")
COMPARISON = Text(en="Both sheets compared", ru="Сравнение листов")
LEAVE_GAME = Text(en="Leave the game", ru="Выйти из игры")
LEAVE_LEAD = Text(
    en="Your link dies, and nobody sees your sheet from here any more.",
    ru="Ваша ссылка перестанет действовать, и вашего листа здесь больше никто не увидит.",
)
LEFT_GAME = Text(en="You have left the game for two.", ru="Вы вышли из игры вдвоём.")
SEAL_OF = Text(en="Seal of player {number}", ru="Печать игрока {number}")

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
"""What people call the values of options for which their game has no words of its own (`says`)."""


# --- counted things -------------------------------------------------------------------------------------


def doubts_counted(number: int) -> Text:
    """How many places are in doubt."""
    return count(number, ("doubtful place", "doubtful places"), ("сомнение", "сомнения", "сомнений"))


def problems_counted(number: int) -> Text:
    """How many things break the rules."""
    return count(number, ("mistake", "mistakes"), ("ошибка", "ошибки", "ошибок"))


def moves_counted(number: int) -> Text:
    """How many legal moves there are."""
    return count(
        number, ("legal move", "legal moves"), ("возможный ход", "возможных хода", "возможных ходов")
    )


def photos_counted(number: int) -> Text:
    """How many photos."""
    return count(number, ("photo", "photos"), ("снимок", "снимка", "снимков"))


def photos_read(number: int, of: int) -> Text:
    """How far reading is."""
    return Text(en=f"{number} of {photos_counted(of).en} read", ru=f"Готово: {number} из {of}")


def empty_boards_counted(number: int) -> Text:
    """Boards nobody has played on."""
    return count(
        number, ("empty board on the sheet", "empty boards on the sheet"),
        ("пустое поле на листе", "пустых поля на листе", "пустых полей на листе"),
    )  # fmt: skip
