import { Disclosure } from '@/ui/disclosure'

const examples = [
  ['**bold**', 'bold words'],
  ['*slanted*', 'slanted words'],
  ['[our plans](/membership-plans)', 'a link'],
  ['- first', 'a list; 1. for a numbered one'],
  ['## Heading', 'a heading under the section’s own'],
  ['> quoted', 'a quotation'],
  ['![What it shows](https://…)', 'a picture'],
] as const

/** How the content is written. Plain text is fine as it is. */
export function MarkdownHelp() {
  return (
    <Disclosure label="How to format the content" className="text-sm">
      <p className="text-quiet">Plain text is fine as it is; an empty line begins a new paragraph. HTML is left out.</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {examples.map(([typed, means]) => (
          <div key={typed} className="contents">
            <dt>
              <code>{typed}</code>
            </dt>
            <dd className="text-quiet">{means}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
