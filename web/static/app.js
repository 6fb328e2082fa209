// What the pages do beyond plain forms and links: live preview, photos checked and sent, taps on boards,
// parts of a page replaced without losing the place. Everything works without it too, a page at a time.
"use strict";

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
document.documentElement.classList.add("has-script");

// What went wrong, told above the page's lower edge until something goes well again.
const notice = find("#notice");
const tell = (text) => {
  notice.textContent = text;
  notice.hidden = text === "";
};

// Forms that lead to another page are sent once, however often they are tapped.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.dataset.swap !== undefined) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
addEventListener("pageshow", () => {
  for (const form of findAll("form[data-sent]")) delete form.dataset.sent;
});

// The other language shows what the address says now, at the place where the reader was.
const PLACE = "place";
for (const link of findAll(".switch a")) link.addEventListener("click", () => {
  const there = new URL(link.href);
  if (there.pathname !== location.pathname) return;
  const here = new URL(location.href);
  here.searchParams.set("ui", there.searchParams.get("ui"));
  link.href = here.href;
  const seen = findAll("main [id]").find((one) => one.getBoundingClientRect().bottom > 0 && one.offsetParent);
  if (seen && scrollY > 0) sessionStorage.setItem(PLACE, JSON.stringify([location.pathname, seen.id, seen.getBoundingClientRect().top]));
});
addEventListener("load", () => {
  const [path, id, top] = JSON.parse(sessionStorage.getItem(PLACE) || "[]");
  sessionStorage.removeItem(PLACE);
  const seen = path === location.pathname && document.getElementById(id);
  if (seen) scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
});

// --- the sheet follows its options ---

const options = find("#options");
if (options) {
  const preview = find("#preview");
  let asked = 0;
  let timer = 0;

  const refresh = async () => {
    const number = ++asked;
    preview.parentElement.classList.add("is-stale");
    const query = new URLSearchParams(new FormData(options));
    try {
      const response = await fetch(`${options.dataset.preview}?${query}`);
      if (!response.ok || number !== asked) return;
      const { svg, errors } = await response.json();
      for (const line of findAll("[data-error]", options)) {
        const text = errors[line.dataset.error] || "";
        if (line.textContent !== text) line.textContent = text;
        const field = line.closest(".field");
        field.classList.toggle("is-wrong", text !== "");
        for (const input of findAll("input, select", field)) input.setAttribute("aria-invalid", String(text !== ""));
      }
      if (svg) {
        preview.innerHTML = svg;
        preview.parentElement.classList.remove("is-stale");
        history.replaceState(null, "", `?${query}`);
      }
    } catch {
      // Without the network the last picture stays.
    }
  };
  options.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 250);
  });
}

// --- photos: a quick look first, then sent with a progress line ---

const showWait = (files) => {
  const wait = find("#wait");
  if (!wait) return;
  const photos = find("#wait-photos");
  if (photos) photos.replaceChildren(...files.map(pictureOf));
  wait.hidden = false;
};
const pictureOf = (file) => {
  const image = new Image();
  image.alt = "";
  image.onerror = () => image.remove();
  image.src = URL.createObjectURL(file);
  return image;
};

// Judged on a copy of about this many pixels on the longer side.
const LOOK_PX = 720;
const SMALLEST = 1.2e6;
const DARKEST = 52;
const BLUREST = 7;

// What is wrong with a photo, as far as a browser can see: words from the form, or nothing.
const lookAt = async (file, words) => {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return [];  // HEIC and the like: the server will tell
  }
  const { width, height } = bitmap;
  const advice = [];
  if (width * height < SMALLEST) advice.push(words.small.replace("{width}", width).replace("{height}", height));
  const scale = Math.min(1, LOOK_PX / Math.max(width, height));
  const canvas = document.createElement("canvas");
  const across = (canvas.width = Math.max(8, Math.round(width * scale)));
  const down = (canvas.height = Math.max(8, Math.round(height * scale)));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0, across, down);
  bitmap.close();
  const { data } = pen.getImageData(0, 0, across, down);
  const grey = new Float32Array(across * down);
  let sum = 0;
  for (let i = 0; i < grey.length; i++) sum += grey[i] = 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2];
  const mean = sum / grey.length;
  if (mean < DARKEST) advice.push(words.dark);
  // In the dark, grain hides whether it is sharp. The strongest edges of a sharp photo jump within a pixel or two; those of a blurred one nowhere do.
  const edges = [];
  for (let y = 1; y < down - 1; y += 2) {
    for (let x = 1; x < across - 1; x += 2) {
      const i = y * across + x;
      edges.push(Math.abs(4 * grey[i] - grey[i - 1] - grey[i + 1] - grey[i - across] - grey[i + across]));
    }
  }
  edges.sort((a, b) => b - a);
  const strongest = edges[Math.floor(edges.length * 0.01)] / Math.max(mean / 128, 0.25);
  if (scale < 1 && mean >= DARKEST && strongest < BLUREST) advice.push(words.blurred);
  return advice;
};

const snap = find("#snap");
if (snap) {
  const inputs = findAll("input[type=file]", snap);
  const wait = find("#wait");
  const drop = find("#drop");
  const check = find("#check");
  const bar = find("#wait-bar");
  const complaint = find("#snap-error");
  const resend = find("#resend");
  let kept = [];  // what could not be sent, to be sent again
  const mostBytes = Number(snap.dataset.mostMegabytes) * 1e6;
  const mostPhotos = Number(snap.dataset.mostPhotos);
  const words = { small: snap.dataset.small, dark: snap.dataset.dark, blurred: snap.dataset.blurred };

  const send = (files) => {
    const body = new FormData();
    for (const [name, value] of new FormData(snap)) if (!(value instanceof File)) body.append(name, value);
    for (const file of files) body.append("photos", file, file.name || "photo.png");
    check.hidden = true;
    resend.hidden = true;
    complaint.textContent = "";
    kept = files;
    showWait(files);
    const request = new XMLHttpRequest();
    request.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      bar.hidden = false;
      bar.value = event.loaded / event.total;
    };
    request.upload.onload = () => (bar.hidden = true);
    request.onload = () => {
      if (request.status < 400) return location.assign(request.responseURL);
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      const told = findAll(".banner.wrong, .failure-page h1, .failure-page .lead", page).map((one) => one.textContent.trim());
      fail(told.join(". ") || snap.dataset.broken, request.status === 429 || request.status >= 500);
    };
    request.onerror = () => fail(snap.dataset.lost, true);
    request.open("POST", snap.action);
    request.send(body);
  };

  const fail = (text, isWorthAgain) => {
    complaint.textContent = text;
    wait.hidden = true;
    bar.hidden = true;
    resend.hidden = !isWorthAgain;
    if (isWorthAgain) find("button", resend).focus();
  };
  find("button", resend).addEventListener("click", () => send(kept));

  const consider = async (files) => {
    if (!files.length) return;
    complaint.textContent = "";
    resend.hidden = true;
    if (files.length > mostPhotos) complaint.textContent = snap.dataset.tooMany.replace("{number}", files.length);
    else if (files.reduce((sum, file) => sum + file.size, 0) > mostBytes) complaint.textContent = snap.dataset.tooLarge;
    if (complaint.textContent) return;
    const doubts = [];
    for (const file of files) {
      const advice = await lookAt(file, words);
      if (advice.length) doubts.push([file, advice]);
    }
    if (!doubts.length) return send(files);
    find("ul", check).replaceChildren(...doubts.map(([file, advice]) => {
      const item = document.createElement("li");
      const text = document.createElement("p");
      text.textContent = advice.join(" ");
      item.append(pictureOf(file), text);
      return item;
    }));
    check.hidden = false;
    find("#send-anyway").onclick = () => send(files);
    find("#take-another").onclick = () => {
      check.hidden = true;
      inputs[0].click();
    };
    find("#send-anyway").focus();
  };
  for (const input of inputs) input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    consider(files);
  });

  const take = (transfer) => {
    const images = [...transfer.files].filter((file) => file.type.startsWith("image/") || /\.(hei[cf]|pdf)$/i.test(file.name));
    const chosen = images.length ? images : [...transfer.files];
    consider(chosen);
    return chosen.length > 0;
  };
  const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (hasFiles(event) && ++depth === 1) drop.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (hasFiles(event) && --depth <= 0) {
      depth = 0;
      drop.hidden = true;
    }
  });
  addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    drop.hidden = true;
    take(event.dataTransfer);
  });
  addEventListener("paste", (event) => {
    if (event.clipboardData && take(event.clipboardData)) event.preventDefault();
  });
  addEventListener("pageshow", () => {
    wait.hidden = true;
    check.hidden = true;
  });
}

// --- parts of a page ---

// Put every part of an answer into its place; what the reader looks at stays where it is on the screen.
const swap = (html, anchor) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const before = anchor && anchor.isConnected ? anchor.getBoundingClientRect().top : null;
  const focused = document.activeElement;
  const home = focused && focused.closest("[data-part]");
  const homeId = home && home.id;
  const openIds = new Set(findAll("details[open]").map((one) => one.closest("[data-part]")?.id));
  for (const part of findAll("[data-part]", fresh)) {
    if (part.parentElement.closest("[data-part]") && !part.closest("svg")) continue;
    const old = document.getElementById(part.id);
    if (!old) continue;
    if (old.innerHTML === part.innerHTML) continue;
    const lazy = find("[data-lazy]", part);
    const loaded = lazy && find(`#${lazy.id}`, old);
    if (loaded) lazy.innerHTML = loaded.innerHTML;
    const views = findAll("[data-pane]", old).map((pane) => pane.view);
    old.replaceWith(part);
    if (openIds.has(part.id)) for (const one of findAll("details", part)) one.open = true;
    findAll("[data-pane]", part).forEach((pane, number) => setUpPane(pane, views[number]));
    if (lazy) load(lazy);
  }
  for (const drawn of findAll("[data-into]", document)) {
    const place = document.getElementById(drawn.dataset.into);
    if (place) place.append(...drawn.childNodes);
    drawn.closest("svg").remove();
  }
  if (homeId && !document.activeElement?.closest("[data-part]")) {
    const now = document.getElementById(homeId);
    const next = now && (find(".answers .button, .line, .button, [tabindex]", now));
    if (next) next.focus({ preventScroll: true });
  }
  if (before !== null) {
    const now = anchor.isConnected ? anchor : anchor.id && document.getElementById(anchor.id);
    if (now) scrollBy({ top: now.getBoundingClientRect().top - before, behavior: "instant" });
  }
};

const fragment = { "X-Fragment": "1" };
let turn = Promise.resolve();

// One change after the other, so that quick taps do not overtake each other.
const change = (address, body, anchor) => {
  turn = turn.then(async () => {
    const response = await fetch(address, { method: "POST", body, headers: fragment });
    if (response.ok) {
      swap(await response.text(), anchor);
      tell("");
    } else if (response.status === 429 || response.status >= 500) tell(notice.dataset.notKept);
    else if (response.status !== 400) location.reload();
  }).catch(() => tell(notice.dataset.notKept));
  return turn;
};

const walk = async (address, anchor) => {
  const response = await fetch(address, { headers: fragment }).catch(() => null);
  if (!response || response.status >= 500) tell(notice.dataset.noAnswer);
  if (!response?.ok) return;
  tell("");
  swap(await response.text(), anchor);
  const card = find("[data-what-if]");
  const here = card && new URL(find("#trial-boards").dataset.address, location.href).href;
  if (here && here !== location.href) history.pushState(null, "", here);
};
if (find("[data-what-if]")) addEventListener("popstate", () => location.reload());

const loading = new WeakSet();
const load = async (place) => {
  if (loading.has(place)) return;
  loading.add(place);
  try {
    const response = await fetch(place.dataset.lazy, { headers: fragment });
    if (response.ok && place.isConnected) swap(await response.text(), place);
  } catch {
    // The link in its place still works.
  }
};
const watcher = new IntersectionObserver((seen) => {
  for (const one of seen) if (one.isIntersecting) {
    watcher.unobserve(one.target);
    load(one.target);
  }
}, { rootMargin: "2500px" });
for (const place of findAll("[data-lazy]")) watcher.observe(place);

// An answered question goes, and the next one moves under the finger: the second half of a double tap is not its answer.
const TAP_AGAIN_MS = 400;
let answered = -Infinity;

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.busy !== undefined) showWait([]);
  if (form.dataset.swap === undefined) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  const anchor = form.closest("[data-part]") || form;
  if (form.method === "get") return walk(`${form.action}?${new URLSearchParams(data)}`, anchor);
  if (!form.closest(".doubts")) return change(form.action, data, anchor);
  if (performance.now() - answered < TAP_AGAIN_MS) return;
  answered = Infinity;
  change(form.action, data, anchor).then(() => (answered = performance.now()));
});
addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    walk(link.href, link.closest("[data-part]"));
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else if (button.dataset.point) pointAt(button);
  else if (button.dataset.close !== undefined) button.closest(".editor").remove();
  else if (button.dataset.remark) showRemark(button);
  else if (button.dataset.correctMode !== undefined) {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    button.closest("[data-sheet]").classList.toggle("is-correcting", on);
  }
});

const showRemark = (button) => {
  const on = button.getAttribute("aria-pressed") !== "true";
  const card = button.closest("[data-sheet]");
  for (const other of findAll("[data-remark][aria-pressed]", card)) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(on));
  for (const shape of findAll("g[data-remark]", card)) {
    shape.classList.toggle("is-shown", on && shape.dataset.remark === button.dataset.remark);
  }
  if (on) find("[data-pane]", card).scrollIntoView({ block: "nearest" });
};

// A problem shows its place: brought to the middle, closer, and ringed for a moment.
const pointAt = (button) => {
  const card = button.closest("[data-sheet]");
  const toggle = find(".show-problems", card);
  if (toggle && !toggle.checked) toggle.checked = true;
  for (const shape of findAll("[data-problem]", card)) shape.classList.toggle("is-pointed", shape.dataset.problem === button.dataset.point);
  const pane = findAll("[data-pane]", card).find((one) => find(`[data-problem="${button.dataset.point}"] *`, one));
  if (!pane) return;
  const box = find(`[data-problem="${button.dataset.point}"]`, pane).getBoundingClientRect();
  const frame = pane.getBoundingClientRect();
  const view = pane.view;
  const x = box.left + box.width / 2 - frame.left, y = box.top + box.height / 2 - frame.top;
  if (view.scale < 1.6 && box.width < frame.width / 3) view.zoom(2 / view.scale, x, y);
  pane.scrollIntoView({ block: "nearest" });
};

const copy = async (button) => {
  const source = document.getElementById(button.dataset.copy);
  source.select();
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    document.execCommand("copy");
  }
  const label = find("span", button);
  const before = label.textContent;
  if (before === button.dataset.done) return;
  label.textContent = button.dataset.done;
  setTimeout(() => (label.textContent = before), 1600);
};

// --- boards: taps, keys, zoom ---

const boardsOf = (pane) => JSON.parse(pane.dataset.boards);
const boxOf = (board) => {
  const less = board.points ? 1 : 0;
  return [board.x, board.y, board.x + (board.columns - less) * board.pitch, board.y + (board.rows - less) * board.pitch];
};

// Where on which board a place of the screen lies, in pitches.
const placeAt = (pane, clientX, clientY) => {
  const svg = find(".pan svg", pane);
  const spot = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  let best = null;
  for (const board of boardsOf(pane)) {
    const [left, top, right, bottom] = boxOf(board);
    const away = Math.hypot(Math.max(left - spot.x, 0, spot.x - right), Math.max(top - spot.y, 0, spot.y - bottom));
    if (away <= 0.8 * board.pitch && (!best || away < best.away)) {
      best = { away, board, x: (spot.x - board.x) / board.pitch, y: (spot.y - board.y) / board.pitch };
    }
  }
  return best;
};

const act = async (pane, place, isChange) => {
  const card = pane.closest("[data-sheet], [data-what-if]");
  const values = { board: place.board.name, x: place.x.toFixed(3), y: place.y.toFixed(3) };
  if (card.dataset.whatIf !== undefined) {
    const address = new URL(find("#trial-boards").dataset.address, location.href);
    for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
    await walk(address, pane.closest("[data-part]"));
  } else if (isChange) {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    body.set("csrf_token", find("[name=csrf_token]", card).value);
    await change(card.dataset.correct, body, pane.closest("[data-part]") || pane);
  } else {
    const response = await fetch(`${card.dataset.place}?${new URLSearchParams(values)}`, { headers: fragment }).catch(() => null);
    if (!response || response.status >= 500) tell(notice.dataset.noAnswer);
    else if (response.ok) find(`#${card.id}-editor`).innerHTML = await response.text();
  }
};

const setUpPane = (pane, before) => {
  if (pane.view) return;
  const pan = find(".pan", pane);
  const view = (pane.view = { scale: 1, x: 0, y: 0, cursor: null });
  if (before) Object.assign(view, { scale: before.scale, x: before.x, y: before.y, cursor: before.cursor });
  const fingers = new Map();

  const place = () => {
    const width = pane.clientWidth, height = pane.clientHeight;
    view.x = Math.min(0, Math.max(width - width * view.scale, view.x));
    view.y = Math.min(0, Math.max(height - height * view.scale, view.y));
    pan.style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
    pane.classList.toggle("is-close", view.scale > 1);
  };
  view.zoom = (factor, atX, atY) => {
    const next = Math.min(Math.max(view.scale * factor, 1), 8);
    view.x = atX - (atX - view.x) * (next / view.scale);
    view.y = atY - (atY - view.y) * (next / view.scale);
    view.scale = next;
    place();
  };
  const zoom = view.zoom;
  place();

  let moved = 0;
  let pinched = false;
  pane.addEventListener("pointerdown", (event) => {
    if (!fingers.size) { moved = 0; pinched = false; }
    fingers.set(event.pointerId, event);
    if (view.scale > 1 || fingers.size > 1) pane.setPointerCapture(event.pointerId);
  });
  pane.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const frame = pane.getBoundingClientRect();
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    moved += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    if (other) {
      pinched = true;
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      view.x += (event.clientX - last.clientX) / 2;
      view.y += (event.clientY - last.clientY) / 2;
      zoom(apart(event) / Math.max(apart(last), 1), (event.clientX + other.clientX) / 2 - frame.left, (event.clientY + other.clientY) / 2 - frame.top);
    } else if (view.scale > 1) {
      view.x += event.clientX - last.clientX;
      view.y += event.clientY - last.clientY;
      place();
    }
    fingers.set(event.pointerId, event);
  });
  pane.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  pane.addEventListener("pointerup", (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size || pinched || moved > 9 || event.button) return;
    const found = placeAt(pane, event.clientX, event.clientY);
    if (!found) return;
    view.cursor = null;
    act(pane, found, find("[data-correct-mode][aria-pressed=true]", pane.closest("article")) !== null);
  });
  pane.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && view.scale === 1) return;
    event.preventDefault();
    const frame = pane.getBoundingClientRect();
    if (event.ctrlKey) zoom(Math.exp(-event.deltaY / 200), event.clientX - frame.left, event.clientY - frame.top);
    else { view.x -= event.deltaX; view.y -= event.deltaY; place(); }
  }, { passive: false });
  for (const button of findAll("[data-zoom]", pane.parentElement)) {
    button.addEventListener("click", () => zoom(Number(button.dataset.zoom), pane.clientWidth / 2, pane.clientHeight / 2));
  }

  // Keys: a cursor walks over the first board and on to the next one beside it.
  const drawCursor = () => {
    const group = find("g.cursor", pane);
    if (!group) return;
    group.replaceChildren();
    if (!view.cursor) return;
    const { board, x, y } = view.cursor;
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ring.setAttribute("cx", board.x + x * board.pitch);
    ring.setAttribute("cy", board.y + y * board.pitch);
    ring.setAttribute("r", 0.46 * board.pitch);
    ring.setAttribute("stroke-width", 0.1 * board.pitch);
    group.append(ring);
  };
  let asked = 0;
  const look = () => {
    clearTimeout(asked);
    if (pane.closest("[data-sheet]")) asked = setTimeout(() => view.cursor && act(pane, view.cursor, false), 220);
  };
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  pane.addEventListener("keydown", (event) => {
    if (event.target !== pane || event.altKey || event.metaKey) return;
    const card = pane.closest("article");
    if (event.key === "z" && event.ctrlKey) {
      if (card.dataset.undo) {
        const body = new FormData();
        body.set("csrf_token", find("[name=csrf_token]", card).value);
        change(card.dataset.undo, body, pane);
        event.preventDefault();
      }
      return;
    }
    if (event.ctrlKey) return;
    if (event.key === "+" || event.key === "=") zoom(1.4, pane.clientWidth / 2, pane.clientHeight / 2);
    else if (event.key === "-") zoom(1 / 1.4, pane.clientWidth / 2, pane.clientHeight / 2);
    else if (steps[event.key]) {
      const boards = boardsOf(pane);
      const shift = (board) => (board.points ? 0 : 0.5);
      if (!view.cursor) view.cursor = { board: boards[0], x: shift(boards[0]), y: shift(boards[0]) };
      else {
        const [dx, dy] = steps[event.key];
        const { board } = view.cursor;
        const step = board.strokes && event.shiftKey ? 0.5 : 1;  // Shift: half a step, onto strokes
        const last = board.points ? 1 : 0;
        const low = board.strokes ? 0 : shift(board);
        const highX = board.columns - last - (board.strokes ? 0 : shift(board));
        const highY = board.rows - last - (board.strokes ? 0 : shift(board));
        view.cursor.x = Math.min(highX, Math.max(low, view.cursor.x + dx * step));
        view.cursor.y = Math.min(highY, Math.max(low, view.cursor.y + dy * step));
      }
      drawCursor();
      look();
    } else if ((event.key === "Enter" || event.key === " ") && view.cursor) act(pane, view.cursor, true).then(() => look());
    else if (event.key === "Escape" && view.cursor) { view.cursor = null; drawCursor(); }
    else return;
    event.preventDefault();
  });
  drawCursor();
};
for (const pane of findAll("[data-pane]")) setUpPane(pane);

// --- what was drawn into a hidden picture goes to its board ---

for (const drawn of findAll("[data-into]")) {
  const place = document.getElementById(drawn.dataset.into);
  if (place) place.append(...drawn.childNodes);
  drawn.closest("svg").remove();
}

// --- replay of a sheet's history ---

const replay = find("[data-replay]");
if (replay) {
  const frames = findAll("[data-frame]", replay);
  if (frames.length > 1) {
    let shown = frames.length - 1;
    const buttons = findAll("[data-step]", replay);
    const show = () => {
      frames.forEach((frame, number) => (frame.hidden = number !== shown));
      for (const button of buttons) button.disabled = !frames[shown + Number(button.dataset.step)];
    };
    for (const button of buttons) {
      button.addEventListener("click", () => {
        shown += Number(button.dataset.step);
        show();
      });
    }
    show();
  }
}

// --- waiting for photos to be read ---

const waiting = find("#waiting");
if (waiting) {
  const status = find("#wait-status");
  const bar = find("progress", waiting);
  let told = status.textContent;
  let missed = 0;
  const ask = async () => {
    try {
      const response = await fetch(waiting.dataset.state);
      if (response.status === 404) return location.reload();
      const { done, read } = await response.json();
      if (done) return location.reload();
      missed = 0;
      if (bar) {
        bar.value = read;
        told = told.replace(/\d+/, read);
      }
    } catch {
      missed += 1;  // the server or the network is away: say so, and go on asking
    }
    const now = missed < 3 ? told : waiting.dataset.lost;
    if (status.textContent !== now) status.textContent = now;
    waiting.classList.toggle("is-lost", missed >= 3);
    setTimeout(ask, missed < 3 ? 700 : 2000);
  };
  setTimeout(ask, 500);
}
