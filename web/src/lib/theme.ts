/** Switches between the light and the dark theme, and stores the choice. */
export function switchTheme(): void {
  const page = document.documentElement
  const theme = page.dataset.theme === 'ink' ? 'paper' : 'ink'
  page.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Without storage the choice lasts until the next page.
  }
}
