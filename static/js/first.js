// Before the first paint: the chosen theme, and that script runs here.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
  } catch {
    // Storage may be shut off; the system's theme then holds.
  }
})();
