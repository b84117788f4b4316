import type { ReactNode } from 'react'
import { Elsewhere, useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { Contacts } from './contacts'

type LegalDocumentProps = {
  /** The page of the texts. Its summary is a few sentences, which are not legally binding. */
  page: 'terms' | 'privacy' | 'refund'
  /** The words that replace placeholders in the sections. */
  variables?: Readonly<Record<string, string>>
  /** The id of the section with the addresses for complaints. */
  contactsIn: string
  /** What follows the texts of sections, by their ids. */
  children?: Readonly<Record<string, ReactNode>>
}

/** The style of the texts of a legal document. */
export const legalText = '[&>*+*]:mt-4 [&_li+li]:mt-2 [&_li]:marker:text-accent [&_ul]:pl-6'

/** A legal text as a page: numbered sections, a table of contents, and a layout for printing. */
export function LegalDocument({ page, variables, contactsIn, children = {} }: LegalDocumentProps) {
  const text = useTexts(page)
  const words = useTexts('legal')
  const sections = text.list('sections')
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 py-12 lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-20 print:block print:py-0">
      <header className="max-w-text lg:col-start-2">
        <p className="chapter">{words('chapter')}</p>
        <h1 className="display-2 mt-4">{text('title')}</h1>
        <p className="lede mt-6">{text('summary')}</p>
        <p className="mt-6 text-quiet">
          Last updated on <time dateTime="2026-11-26">26 November 2026</time>
        </p>
      </header>
      <nav
        aria-label={words.plain('contents')}
        className="mt-10 self-start lg:sticky lg:top-28 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-2 print:hidden"
      >
        <p className="font-semibold">{words('contents')}</p>
        <ol className="mt-3 border-base-300 border-l">
          {sections.map(({ id, text }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px flex gap-3 border-transparent border-l-2 py-1.5 pl-4 text-[0.9375rem] leading-snug hover:border-primary"
              >
                <span className="w-5 shrink-0 text-quiet tabular-nums">
                  <Elsewhere from="order">{index + 1}</Elsewhere>
                </span>
                {text('title')}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-12 max-w-text lg:col-start-2" {...text.listMark('sections')}>
        {sections.map(({ id, text, mark }, index) => (
          <section
            key={id}
            id={id}
            {...mark}
            aria-labelledby={`${id}-title`}
            className="mb-12 border-base-300 border-t pt-6"
          >
            <h2 id={`${id}-title`} className="display-3 mb-4 flex gap-3">
              <span className="text-accent tabular-nums">
                <Elsewhere from="order">{index + 1}.</Elsewhere>
              </span>
              {text('title')}
            </h2>
            <div className="flex flex-col gap-4">
              <RichText {...text.rich('body', variables)} className={legalText} />
              {id === contactsIn && <Contacts />}
              {children[id]}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
