import { useTexts } from '@/lib/texts'
import { switchTheme } from '@/lib/theme'
import { Button } from '@/ui/button'

/**
 * Switches between the light and the dark theme, and stores the choice. CSS picks the icon, because the server does not
 * know the theme.
 */
export function ThemeSwitch() {
  const text = useTexts('site')
  return (
    <Button tone="quiet" aria-label={text.plain('menu.theme')} className="size-11 p-0" onClick={switchTheme}>
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
        <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" className="origin-center ink:rotate-180" />
      </svg>
    </Button>
  )
}
