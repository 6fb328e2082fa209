// What the pages do beyond plain forms and links: live preview, photos by drop and paste, zoom, copying.
"use strict";

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

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

// --- photos ---

const snap = find("#snap");
if (snap) {
  const inputs = findAll("input[type=file]", snap);
  const wait = find("#wait");
  const drop = find("#drop");
  const complaint = find("#snap-error");
  const mostBytes = Number(snap.dataset.mostMegabytes) * 1e6;
  const mostPhotos = Number(snap.dataset.mostPhotos);

  const send = (input) => {
    const files = [...input.files];
    if (!files.length) return;
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    complaint.textContent = "";
    if (files.length > mostPhotos) complaint.textContent = snap.dataset.tooMany.replace("{number}", files.length);
    else if (bytes > mostBytes) complaint.textContent = snap.dataset.tooLarge;
    if (complaint.textContent) {
      input.value = "";
      return;
    }
    for (const other of inputs) if (other !== input) other.value = "";
    const photos = find("#wait-photos");
    photos.replaceChildren(
      ...files.map((file) => {
        const image = new Image();
        image.alt = "";
        image.onerror = () => image.remove();
        image.src = URL.createObjectURL(file);
        return image;
      }),
    );
    wait.hidden = false;
    snap.submit();
  };
  for (const input of inputs) input.addEventListener("change", () => send(input));

  const take = (transfer) => {
    const images = [...transfer.files].filter((file) => file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name));
    const chosen = images.length ? images : [...transfer.files];
    if (!chosen.length) return false;
    const fresh = new DataTransfer();
    for (const file of chosen) fresh.items.add(file);
    const input = inputs[inputs.length - 1];
    input.files = fresh.files;
    send(input);
    return true;
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
    for (const input of inputs) input.value = "";
  });
}

// --- a photo, enlarged: drag, pinch, wheel, double tap ---

const openViewer = (link) => {
  const viewer = document.createElement("dialog");
  viewer.className = "viewer";
  viewer.setAttribute("aria-label", link.getAttribute("aria-label"));
  const pane = document.createElement("div");
  pane.className = "viewer-pane";
  const image = new Image();
  image.alt = find("img", link)?.alt || link.textContent.trim();
  image.draggable = false;
  const close = document.createElement("button");
  close.className = "viewer-close";
  close.type = "button";
  close.textContent = "✕";
  close.setAttribute("aria-label", link.dataset.close);
  pane.append(image);
  viewer.append(pane, close);
  document.body.append(viewer);
  viewer.showModal();

  let scale = 1, least = 1, x = 0, y = 0;
  const fingers = new Map();
  const place = () => {
    const width = image.naturalWidth * scale, height = image.naturalHeight * scale;
    x = width <= pane.clientWidth ? (pane.clientWidth - width) / 2 : Math.min(0, Math.max(pane.clientWidth - width, x));
    y = height <= pane.clientHeight ? (pane.clientHeight - height) / 2 : Math.min(0, Math.max(pane.clientHeight - height, y));
    image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const zoom = (factor, atX, atY) => {
    const next = Math.min(Math.max(scale * factor, least), Math.max(4, least * 6));
    x = atX - (atX - x) * (next / scale);
    y = atY - (atY - y) * (next / scale);
    scale = next;
    place();
  };
  const fit = () => {
    if (!image.naturalWidth) return;
    scale = least = Math.min(pane.clientWidth / image.naturalWidth, pane.clientHeight / image.naturalHeight);
    place();
  };
  image.onload = fit;
  image.src = link.href;
  const refit = () => fit();
  addEventListener("resize", refit);

  let lastTap = 0;
  pane.addEventListener("pointerdown", (event) => {
    pane.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
  });
  pane.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      const middleX = (event.clientX + other.clientX) / 2, middleY = (event.clientY + other.clientY) / 2;
      x += (event.clientX - before.clientX) / 2;
      y += (event.clientY - before.clientY) / 2;
      zoom(apart(event) / Math.max(apart(before), 1), middleX, middleY);
    } else {
      x += event.clientX - before.clientX;
      y += event.clientY - before.clientY;
      place();
    }
    fingers.set(event.pointerId, event);
  });
  const lift = (event) => {
    const down = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (!down || event.type !== "pointerup" || fingers.size) return;
    const now = event.timeStamp;
    if (now - lastTap < 320) {
      zoom(scale > least * 1.5 ? least / scale : 3, event.clientX, event.clientY);
      lastTap = 0;
    } else lastTap = now;
  };
  pane.addEventListener("pointerup", lift);
  pane.addEventListener("pointercancel", lift);
  pane.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false },
  );
  viewer.addEventListener("keydown", (event) => {
    const middle = [pane.clientWidth / 2, pane.clientHeight / 2];
    const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
    if (event.key === "+" || event.key === "=") zoom(1.4, ...middle);
    else if (event.key === "-") zoom(1 / 1.4, ...middle);
    else if (steps[event.key]) {
      x += steps[event.key][0];
      y += steps[event.key][1];
      place();
    } else return;
    event.preventDefault();
  });
  close.addEventListener("click", () => viewer.close());
  viewer.addEventListener("close", () => {
    removeEventListener("resize", refit);
    viewer.remove();
    link.focus();
  });
};
for (const link of findAll("a.zoomable, a.zoomable-link")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !window.HTMLDialogElement) return;
    event.preventDefault();
    openViewer(link);
  });
}

// --- copying ---

for (const button of findAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    source.select();
    try {
      await navigator.clipboard.writeText(source.value);
    } catch {
      document.execCommand("copy");
    }
    const label = find("span", button);
    const before = label.textContent;
    label.textContent = button.dataset.done;
    setTimeout(() => (label.textContent = before), 1600);
  });
}
