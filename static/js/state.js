// The page's state as the address has it. A file without a server keeps it in the fragment.
export const offline = document.body.classList.contains("offline");
export const base = document.body.dataset.base;

export function read() {
  if (offline) return new URLSearchParams(location.hash.slice(1));
  const found = new URLSearchParams(location.search);
  const lines = /^#([LRS])(\d+)(?:-\w?(\d+))?$/.exec(location.hash);
  if (lines) found.set(lines[1], lines[3] ? `${lines[2]}-${lines[3]}` : lines[2]);
  return found;
}

// The address with some parameters changed; null takes one out.
export function address(changes, from = read()) {
  const next = new URLSearchParams(from);
  next.delete("from");
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(key);
    else next.set(key, value);
  }
  const query = next.toString();
  if (offline) return `#${query}`;
  return query ? `${location.pathname}?${query}` : location.pathname;
}

export function write(url, push = true) {
  if (push && url !== location.pathname + location.search) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

export function span(text) {
  const found = /^(\d+)(?:-(\d+))?$/.exec(text || "");
  if (!found) return null;
  const a = Number(found[1]);
  const b = Number(found[2] || a);
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

export function text(lines) {
  return lines.first === lines.last ? String(lines.first) : `${lines.first}-${lines.last}`;
}

export function say(words) {
  document.getElementById("say").textContent = words;
}
