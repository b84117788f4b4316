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
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
        How to format the content
      </summary>
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
    </details>
  )
}
