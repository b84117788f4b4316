import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { useDates } from '@/lib/language'
import { paths } from '@/lib/paths'
import { DisplayContext, EditedElsewhere, useTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { RichText } from '@/ui/rich-text'
import { Spinner } from '@/ui/spinner'
import type { LegalPage } from './api'
import { Contacts } from './contacts'
import { startOf, useVersion, type Version } from './use-version'

type LegalDocumentProps = {
  /** The page of the texts. Its summary is a few sentences, which are not legally binding. */
  page: LegalPage
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
  const { versions, shown, isEarlier, document, error, retry } = useVersion(page)
  const text = useTexts(page, document)
  const words = useTexts('legal')
  const { language } = use(DisplayContext)
  const sections = text.list('sections')
  if (isEarlier && !document)
    return (
      <div className="page py-16">
        {error ? (
          <LoadError title={words('older.notLoaded')} error={error} onRetry={retry} />
        ) : (
          <Spinner label={words('older.loading')} />
        )}
      </div>
    )
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 py-12 lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-20 print:block print:py-0">
      <header className="max-w-text lg:col-start-2">
        <p className="chapter">{words('chapter')}</p>
        <h1 className="display-2 mt-4">{text('title')}</h1>
        <p className="lede mt-6">{text('summary')}</p>
        {shown && (
          <p className="mt-6 text-quiet">
            {words('appliesFrom', { date: <VersionStart version={shown} versions={versions} /> })}
          </p>
        )}
        {language !== 'en' && words.has('translationNotice') && (
          <p className="mt-4 text-quiet">{words('translationNotice')}</p>
        )}
        {isEarlier && <EarlierNotice page={page} versions={versions} shown={shown} />}
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
                  <EditedElsewhere from="order">{index + 1}</EditedElsewhere>
                </span>
                {text('title')}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-12 max-w-text lg:col-start-2" {...text.listProps('sections')}>
        {sections.map(({ id, text, props }, index) => (
          <section
            key={id}
            id={id}
            {...props}
            aria-labelledby={`${id}-title`}
            className="mb-12 border-base-300 border-t pt-6"
          >
            <h2 id={`${id}-title`} className="display-3 mb-4 flex gap-3">
              <span className="text-accent tabular-nums">
                <EditedElsewhere from="order">{index + 1}.</EditedElsewhere>
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
        {versions.length > 1 && <Versions page={page} versions={versions} />}
      </div>
    </div>
  )
}

function VersionStart({ version, versions }: { version: Version; versions: readonly Version[] }) {
  const dates = useDates()
  return (
    <time dateTime={version.appliesFrom}>
      <EditedElsewhere from="versions">{startOf(version, versions, dates)}</EditedElsewhere>
    </time>
  )
}

type VersionsProps = { page: LegalPage; versions: readonly Version[] }

/** Says until when an earlier version applied. It can be printed. */
function EarlierNotice({ page, versions, shown }: VersionsProps & { shown: Version | undefined }) {
  const words = useTexts('legal')
  const dates = useDates()
  const next = shown && versions[versions.indexOf(shown) - 1]
  if (!next) return null
  return (
    <div className="mt-6 print:hidden">
      <Notice tone="warning" title={words('older.title')}>
        <p>
          {words('older.text', {
            from: startOf(shown, versions, dates),
            until: startOf(next, versions, dates),
            link: (
              <Link to={paths[page]} className="text-link">
                {words('older.link')}
              </Link>
            ),
          })}
        </p>
        <Button tone="outline" className="mt-3" onClick={() => window.print()}>
          {words('older.print')}
        </Button>
      </Notice>
    </div>
  )
}

/** Links to all versions of a document. */
function Versions({ page, versions }: VersionsProps) {
  const words = useTexts('legal')
  const dates = useDates()
  return (
    <section aria-labelledby="versions-title" className="mb-12 border-base-300 border-t pt-6 print:hidden">
      <h2 id="versions-title" className="display-3 mb-4">
        {words('versions.title')}
      </h2>
      <ul className="flex flex-col gap-2">
        {versions.map((version, index) => (
          <li key={version.id}>
            <Link to={index === 0 ? paths[page] : href(paths[page], { on: version.appliesFrom })} className="text-link">
              {words('versions.version', { date: startOf(version, versions, dates) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
