import type { ReactNode } from 'react'

export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalDocumentProps = {
  title: string
  /** A summary in two sentences, which is not legally binding. */
  summary: string
  sections: readonly LegalSection[]
}

/** A legal text as a page: numbered sections, a table of contents, and a layout for printing. */
export function LegalDocument({ title, summary, sections }: LegalDocumentProps) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 py-12 lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-20 print:block print:py-0">
      <header className="max-w-text lg:col-start-2">
        <p className="chapter">Legal</p>
        <h1 className="display-2 mt-4">{title}</h1>
        <p className="lede mt-6">{summary}</p>
        <p className="mt-6 text-quiet">
          Last updated on <time dateTime="2026-11-26">26 November 2026</time>
        </p>
      </header>
      <nav
        aria-label="Contents"
        className="mt-10 self-start lg:sticky lg:top-28 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-2 print:hidden"
      >
        <p className="font-semibold">Contents</p>
        <ol className="mt-3 border-base-300 border-l">
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px flex gap-3 border-transparent border-l-2 py-1.5 pl-4 text-[0.9375rem] leading-snug hover:border-primary"
              >
                <span className="w-5 shrink-0 text-quiet tabular-nums">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-12 max-w-text lg:col-start-2">
        {sections.map(({ id, title, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-12 border-base-300 border-t pt-6">
            <h2 id={`${id}-title`} className="display-3 mb-4 flex gap-3">
              <span className="text-accent tabular-nums">{index + 1}.</span>
              {title}
            </h2>
            <div className="flex flex-col gap-4">{body}</div>
          </section>
        ))}
      </div>
    </div>
  )
}
