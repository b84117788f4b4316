import { useQuery } from '@tanstack/react-query'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import type { BuiltInText, ContentSection } from './api'
import { builtInQuery } from './api'
import { sectionNames } from './section-names'

type BuiltInTextsProps = {
  /** The texts that admins wrote. One with the title of a built-in card replaces it. */
  own: readonly ContentSection[]
  disabled: boolean
  onBegin: (text: BuiltInText) => void
}

const withCards = new Set(['about', 'features', 'testimonials'])

/** The built-in texts of the site. Editing one creates an admin's text from it. */
export function BuiltInTexts({ own, disabled, onBegin }: BuiltInTextsProps) {
  const { data, error, refetch } = useQuery(builtInQuery)
  if (error) return <LoadError title="The built-in texts could not be loaded" error={error} onRetry={refetch} />
  return (
    <section aria-labelledby="built-in-texts" className="mb-10">
      <h2 id="built-in-texts" className="display-3 mb-2">
        Built-in texts
      </h2>
      <p className="mb-3 max-w-text text-quiet">
        The texts that come with the site. Your own text with the same title replaces a built-in text. If your text is
        inactive, neither is shown.
      </p>
      <ul>
        {data?.map((text) => (
          <li
            key={`${text.section} ${text.title}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-base-300 border-t py-3"
          >
            <div className="mr-auto min-w-0 max-w-text">
              <p>
                <span className="font-medium">{text.title || 'Without a title'}</span>{' '}
                <span className="text-quiet text-sm">
                  {sectionNames[text.section]}
                  {isReplaced(text, own) && ', replaced by your own text'}
                </span>
              </p>
              <p className="line-clamp-2 text-quiet text-sm">{text.content || text.subtitle}</p>
            </div>
            <Button tone="outline" disabled={disabled} onClick={() => onBegin(text)}>
              Edit<span className="sr-only"> the built-in text {text.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isReplaced({ section, title }: BuiltInText, own: readonly ContentSection[]): boolean {
  if (withCards.has(section)) return own.some((text) => text.section === section && text.title === title)
  return own.some((text) => text.section === section && text.isActive)
}
