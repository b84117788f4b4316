import { Languages } from 'lucide-react'
import { useTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { LanguageLinks, useHasLanguages } from './language-links'
import { useDisclosure } from './use-disclosure'

/** A button of the header that shows the languages of the page. The footer has the same links. */
export function LanguageMenu() {
  const text = useTexts('site')
  const { open, toggle, region } = useDisclosure()
  if (!useHasLanguages()) return null
  return (
    <div ref={region} className="relative">
      <Button
        tone="quiet"
        aria-label={text.plain('language')}
        aria-expanded={open}
        aria-controls="language-menu"
        className="size-11 p-0"
        onClick={toggle}
      >
        <Languages className="size-5" strokeWidth={1.5} />
      </Button>
      <nav
        id="language-menu"
        aria-label={text.plain('language')}
        hidden={!open}
        className="absolute top-full right-0 mt-2 min-w-40 border border-base-300 bg-base-100 px-5 py-3 shadow-lg"
      >
        <LanguageLinks linkClassName="flex min-h-11 items-center hover:underline aria-[current]:font-semibold" />
      </nav>
    </div>
  )
}
