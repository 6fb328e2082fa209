// The frame on a photo of squared paper: its corners are dragged, or moved by keys, from crossing to crossing.
// What stands in the form's numbers is what counts; this script writes them and draws the frame from them.
"use strict";

{
  const form = find("#field");
  const pan = find("#paper-pan");
  const frame = find(".frame", pan);
  const size = find("#field-size");
  const papers = JSON.parse(pan.dataset.crossings);
  const width = Number(pan.dataset.width), height = Number(pan.dataset.height);
  const inputs = Object.fromEntries(["left", "top", "right", "bottom"].map((side) => [side, find(`#side-${side}`)]));
  const paperInput = find("#field-paper");
  const HANDLE_PX = 44;
  const OUTWARD = 0.62;  // of a handle: it stands outside the frame's corner, where the finger hides nothing

  const paper = () => papers[Number(paperInput.value)];
  const last = () => ({ x: paper().columns - 1, y: paper().px.length / 2 / paper().columns - 1 });
  const crossing = (x, y) => {
    const place = 2 * (y * paper().columns + x);
    return [paper().px[place], paper().px[place + 1]];
  };
  const sides = () => Object.fromEntries(Object.entries(inputs).map(([side, input]) => [side, Number(input.value)]));

  // The frame follows the lines of the paper, which bend.
  const outline = ({ left, top, right, bottom }) => {
    const points = [];
    for (let x = left; x < right; x++) points.push(crossing(x, top));
    for (let y = top; y < bottom; y++) points.push(crossing(right, y));
    for (let x = right; x > left; x--) points.push(crossing(x, bottom));
    for (let y = bottom; y > top; y--) points.push(crossing(left, y));
    return points;
  };

  // A handle beside its corner, but never half outside the photo.
  const placed = (share, outward) => `clamp(${HANDLE_PX / 2}px, calc(${100 * share}% + ${(outward * HANDLE_PX * OUTWARD).toFixed(1)}px), calc(100% - ${HANDLE_PX / 2}px))`;

  const draw = () => {
    const now = sides();
    if (!(now.left < now.right && now.top < now.bottom && now.right <= last().x && now.bottom <= last().y && now.left >= 0 && now.top >= 0)) return;
    frame.setAttribute("points", outline(now).map((point) => point.join()).join(" "));
    const told = form.dataset.size.replace("{width}", now.right - now.left).replace("{height}", now.bottom - now.top);
    if (size.textContent !== told) size.textContent = told;
    for (const path of findAll(".squares", pan)) path.classList.toggle("is-other", path.dataset.paper !== paperInput.value);
    const corners = [[now.left, now.top], [now.right, now.top], [now.right, now.bottom], [now.left, now.bottom]].map(([x, y]) => crossing(x, y));
    const middle = [0, 1].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4);
    for (const handle of findAll(".handle", pan)) {
      const number = ["left top", "right top", "right bottom", "left bottom"].indexOf(handle.dataset.handle);
      const at = number < 0 ? middle : corners[number];
      const away = number < 0 ? [0, 0] : [at[0] - middle[0], at[1] - middle[1]];
      const length = Math.hypot(...away) || 1;
      handle.style.left = placed(at[0] / width, away[0] / length);
      handle.style.top = placed(at[1] / height, away[1] / length);
    }
  };

  const put = (wanted) => {
    const most = last();
    for (const [side, value] of Object.entries(wanted)) {
      inputs[side].max = side === "left" || side === "right" ? most.x : most.y;
      inputs[side].value = value;
    }
    draw();
  };

  // A corner goes where it is wanted, but not past the other one; the whole frame keeps its size.
  const within = (value, low, high) => Math.min(Math.max(value, low), high);
  const move = (handle, dx, dy, from) => {
    const now = { ...from };
    const most = last();
    if (handle === "all") {
      const x = within(dx, -now.left, most.x - now.right), y = within(dy, -now.top, most.y - now.bottom);
      return put({ left: now.left + x, right: now.right + x, top: now.top + y, bottom: now.bottom + y });
    }
    if (handle.includes("left")) now.left = within(now.left + dx, 0, now.right - 1);
    if (handle.includes("right")) now.right = within(now.right + dx, now.left + 1, most.x);
    if (handle.includes("top")) now.top = within(now.top + dy, 0, now.bottom - 1);
    if (handle.includes("bottom")) now.bottom = within(now.bottom + dy, now.top + 1, most.y);
    put(now);
  };

  const nearest = (clientX, clientY) => {
    const box = pan.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * width, y = ((clientY - box.top) / box.height) * height;
    const { px, columns } = paper();
    let best = 0, least = Infinity;
    for (let place = 0; place < px.length; place += 2) {
      const away = (px[place] - x) ** 2 + (px[place + 1] - y) ** 2;
      if (away < least) [best, least] = [place / 2, away];
    }
    return [best % columns, Math.floor(best / columns)];
  };

  let dragged = null;
  const start = (event, handle) => {
    event.preventDefault();
    event.target.setPointerCapture(event.pointerId);
    const from = sides();
    const [corner, grip] = [handle === "all" ? null : handle.split(" "), [event.clientX, event.clientY]];
    // The finger is beside the corner and stays as far from it.
    const at = corner ? crossing(from[corner[0]], from[corner[1]]) : null;
    const box = pan.getBoundingClientRect();
    const off = at ? [box.left + (at[0] / width) * box.width - grip[0], box.top + (at[1] / height) * box.height - grip[1]] : [0, 0];
    dragged = { handle, from, off, first: corner ? [from[corner[0]], from[corner[1]]] : nearest(...grip) };
  };
  pan.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".handle");
    if (handle && !event.button) start(event, handle.dataset.handle);
  });
  pan.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const [x, y] = nearest(event.clientX + dragged.off[0], event.clientY + dragged.off[1]);
    move(dragged.handle, x - dragged.first[0], y - dragged.first[1], dragged.from);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) pan.addEventListener(name, () => (dragged = null));

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  pan.addEventListener("keydown", (event) => {
    const handle = event.target.closest(".handle");
    const step = steps[event.key];
    if (!handle || !step || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    move(handle.dataset.handle, ...step.map((one) => one * (event.shiftKey ? 5 : 1)), sides());
  });

  for (const input of Object.values(inputs)) input.addEventListener("input", draw);
  paperInput.addEventListener("input", () => {
    const most = last();
    const now = sides();
    const right = Math.min(now.right, most.x), bottom = Math.min(now.bottom, most.y);
    put({ left: Math.min(now.left, right - 1), top: Math.min(now.top, bottom - 1), right, bottom });
  });

  // Closer: the photo grows in its frame, which scrolls; the middle of what is seen stays.
  const pane = pan.parentElement;
  let scale = 1;
  for (const button of findAll("[data-closer]", form)) button.addEventListener("click", () => {
    const before = scale;
    scale = within(scale * Number(button.dataset.closer), 1, 6);
    const middle = [pane.scrollLeft + pane.clientWidth / 2, pane.scrollTop + pane.clientHeight / 2];
    pane.classList.toggle("is-close", scale > 1);
    pan.style.width = `${100 * scale}%`;
    pane.scrollLeft = (middle[0] * scale) / before - pane.clientWidth / 2;
    pane.scrollTop = (middle[1] * scale) / before - pane.clientHeight / 2;
  });

  // Back from the result: nobody waits any more.
  addEventListener("pageshow", () => (find("#wait").hidden = true));

  draw();
}
