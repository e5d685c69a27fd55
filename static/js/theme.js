// The button that turns the page from light to dark.
export function startTheme() {
  const button = document.getElementById("theme");
  if (!button) return;
  const root = document.documentElement;
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // It then lasts as long as the page.
    }
  });
}

startTheme();
