import { useId } from 'react'
import { counted } from '@/lib/formats'
import type { Language } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import type { Facts, Picture, TextRow } from './api'
import { BoxedField } from './boxed-field'
import { currentValue, type Texts } from './lists'

// Longer texts are not refused: search engines cut them off.
const advice = { title: 60, description: 155 } as const

type HeadDialogProps = {
  /** The key of the page's head, such as landing.head. */
  head: string
  texts: Texts
  facts: Facts
  lang: Language
  onType: (key: string, value: string) => void
  onClose: () => void
}

/** The title, the description and the picture of a page for search engines and link previews. */
export function HeadDialog({ head, texts, facts, lang, onType, onClose }: HeadDialogProps) {
  const rows = ['title', 'description', 'about', 'picture'].flatMap((name) => texts.rows.get(`${head}.${name}`) ?? [])
  const shown = (name: string) => filled(currentValue(texts, `${head}.${name}`), facts)
  const picture: Picture = JSON.parse(currentValue(texts, `${head}.picture`) || '{"image":"","alt":""}')
  return (
    <Dialog open title="Search and sharing" onClose={onClose}>
      <p className="text-quiet">
        What search engines and link previews say about this page. Drafts are published with the other texts.
      </p>
      <div className="mt-5 flex flex-col gap-5">
        {rows.map((row) => (
          <div key={row.key}>
            <BoxedField
              row={row}
              label={labelOf(row)}
              lang={lang}
              entry={texts.entries[row.key]}
              onType={(value) => onType(row.key, value)}
            />
            <Advice row={row} text={filled(currentValue(texts, row.key), facts)} />
          </div>
        ))}
      </div>
      <SearchResult title={shown('title')} description={shown('description')} />
      <Card title={shown('title')} description={shown('description')} picture={picture} />
    </Dialog>
  )
}

function labelOf({ key }: TextRow): string {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (name === 'about') return 'Description of a session without an abstract'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Says how long a text is, and from which length on it is cut off. */
function Advice({ row: { key }, text }: { row: TextRow; text: string }) {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (name !== 'title' && name !== 'description') return null
  const isLong = text.length > advice[name]
  return (
    <p role="status" className="mt-1 text-quiet text-sm">
      {counted(text.length, 'character')}.{' '}
      {text === ''
        ? 'Without a text, search engines choose their own.'
        : isLong
          ? `Search engines show about ${advice[name]} and cut off the rest.`
          : 'Short enough to be shown in full.'}
    </p>
  )
}

/** Replaces the facts of a text. */
function filled(text: string, facts: Facts): string {
  return text.replace(/\{([a-z]+\.[a-zA-Z]+)\}/g, (found, name: string) => {
    return facts.find((fact) => fact.name === name)?.value ?? found
  })
}

type PreviewProps = { title: string; description: string }

function SearchResult({ title, description }: PreviewProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="font-semibold">
        As a search result
      </h3>
      <div className="mt-2 border border-base-300 p-4">
        <p className="truncate text-quiet text-sm">{location.host + location.pathname}</p>
        <p className="truncate text-accent text-lg">{title}</p>
        <p className="line-clamp-2 text-sm">{description}</p>
      </div>
    </section>
  )
}

function Card({ title, description, picture }: PreviewProps & { picture: Picture }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="font-semibold">
        As a card
      </h3>
      <div className="mt-2 border border-base-300">
        <img src={picture.image || '/og.png'} alt={picture.alt} className="aspect-[1200/630] w-full object-cover" />
        <div className="border-base-300 border-t p-4">
          <p className="text-quiet text-sm">{location.host}</p>
          <p className="line-clamp-2 font-semibold">{title}</p>
          <p className="line-clamp-2 text-quiet text-sm">{description}</p>
        </div>
      </div>
    </section>
  )
}
