import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Answer } from '@/lib/api'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { count, counted } from '@/lib/formats'
import { href } from '@/lib/href'
import type { Language } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LeaveGuard } from '@/ui/leave-guard'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { decode, encode, saveTranslation, type Translation, textsKey, translationsQuery } from './api'
import { BoxedField } from './boxed-field'
import { Difference, readable } from './difference'

/** The missing and outdated translations of a language, one after the other, beside their English texts. */
export function LanguagePage() {
  const { language = '' } = useParams()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(translationsQuery(language as Language))
  // The list is not loaded again while the translator works. These texts were saved in the meantime.
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [status, setStatus] = useState('')
  if (!data && error)
    return (
      <UnreadRecord
        what="Translation"
        error={error}
        onRetry={refetch}
        list={{ label: 'Content Management', to: consolePaths.content }}
      />
    )
  if (!data) return <ScreenSkeleton />

  const remaining = data.texts.filter(({ text }) => !done.has(text.key))
  const index = Math.min(at, remaining.length - 1)
  const current = remaining[index]
  const added = data.texts.filter(({ state, text }) => state === 'missing' && done.has(text.key)).length
  const stalePlans = data.plans.reduce((sum, { stale }) => sum + stale, 0)
  const stale = remaining.filter(({ state }) => state === 'stale').length + stalePlans

  function show(to: number) {
    setProblem('')
    setAt(to)
  }

  async function save(translation: Translation) {
    const { key, kind, version } = translation.text
    setSaving(true)
    setProblem('')
    try {
      const value = decode(kind, typed[key] ?? startOf(translation))
      await saveTranslation(language as Language, { key, version, value })
      setDone(new Set([...done, key]))
      setTyped(Object.fromEntries(Object.entries(typed).filter(([other]) => other !== key)))
      setAt(index)
      setStatus(`Published. ${counted(remaining.length - 1, 'text')} left.`)
      client.invalidateQueries({ queryKey: textsKey, refetchType: 'none' })
    } catch (failed) {
      setProblem(messageOf(failed, 'The translation could not be saved. Please try again.'))
    }
    setSaving(false)
  }

  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.content}>
          Content Management
        </Link>
      </p>
      <PageHead
        title={`${data.name} translations`}
        lede={`${count(data.translated + added)} of ${counted(data.total, 'text')} translated, ${count(stale)} out of date. A translation is out of date when its English text has changed.`}
      />
      <p role="status" className="mb-4 text-quiet empty:hidden">
        {status}
      </p>
      {current ? (
        <TranslationEditor
          key={current.text.key}
          translation={current}
          language={language as Language}
          name={data.name}
          position={`${index + 1} of ${remaining.length}`}
          value={typed[current.text.key] ?? startOf(current)}
          isFocused={status !== '' || at > 0}
          problem={problem}
          isSaving={isSaving}
          // Rendered at once, because the next key may be Ctrl+Enter, which saves the rendered text.
          onType={(value) => flushSync(() => setTyped((before) => ({ ...before, [current.text.key]: value })))}
          onSave={() => save(current)}
          onPrevious={index > 0 ? () => show(index - 1) : undefined}
          onNext={index + 1 < remaining.length ? () => show(index + 1) : undefined}
        />
      ) : (
        <EmptyState
          title={data.plans.length > 0 ? 'The pages are translated' : 'Everything is translated'}
          action={<ButtonLink to={consolePaths.content}>Back to Content Management</ButtonLink>}
        >
          {data.plans.length === 0 && (
            <p>Visitors read every text in {data.name}, and no English text has changed since.</p>
          )}
        </EmptyState>
      )}
      <Plans plans={data.plans} language={data.language} />
      <LeaveGuard dirty={Object.keys(typed).length > 0} loss="Your last translations have not been saved." />
    </>
  )
}

type PlansProps = Pick<Answer<'GET /api/texts/translations'>, 'plans' | 'language'>

/** The plans with texts to translate. They are translated in their own form. */
function Plans({ plans, language }: PlansProps) {
  const mayEdit = useMay()('PUT /api/membership-tiers/{id}')
  if (plans.length === 0) return null
  return (
    <section aria-labelledby="plans" className="mt-12">
      <h2 id="plans" className="display-3">
        Membership plans
      </h2>
      <p className="mt-1 text-quiet">
        {mayEdit ? 'Plans are translated in their own form.' : 'The office translates the plans in their own form.'}
      </p>
      <ul className="mt-3">
        {plans.map(({ id, name, total, translated, stale }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-t py-3">
            <div className="mr-auto min-w-0">
              <p className="font-medium">{name}</p>
              <p className="text-quiet text-sm tabular-nums">
                {count(total - translated)} missing, {count(stale)} out of date
              </p>
            </div>
            {mayEdit && (
              <ButtonLink tone="outline" to={href(consolePaths.memberships, { edit: id, language })}>
                Translate<span className="sr-only"> {name}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The value with which the editor starts: the draft, the outdated translation, or nothing. */
function startOf({ state, source, text }: Translation): string {
  if (text.draft !== null) return encode(text.draft)
  if (state === 'stale') return encode(text.published)
  return text.kind === 'image' && typeof source === 'object' ? encode({ ...source, alt: '' }) : ''
}

type TranslationEditorProps = {
  translation: Translation
  language: Language
  name: string
  position: string
  value: string
  isFocused: boolean
  problem: string
  isSaving: boolean
  onType: (value: string) => void
  onSave: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One text: English on the left with its changes, the translation on the right. */
function TranslationEditor(props: TranslationEditorProps) {
  const { translation, language, name, position, value, isFocused, problem, isSaving, onType, onSave } = props
  const { onPrevious, onNext } = props
  const { pageName, path, state, source, previous, text } = translation
  // The field owns what is typed; a new start replaces it.
  const [start, setStart] = useState(value)
  const isUnchanged = state === 'stale' && value === encode(text.published)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSaving) return
    event.preventDefault()
    event.stopPropagation()
    onSave()
  }

  return (
    <div onKeyDownCapture={onKeyDown}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="mr-auto min-w-0 font-sans font-semibold text-base">
          {pageName}: {text.label}
        </h2>
        <Badge tone={state === 'stale' ? 'brand' : undefined}>{state === 'stale' ? 'Out of date' : 'Missing'}</Badge>
        <span className="text-quiet text-sm tabular-nums">{position}</span>
        <a className="text-link" href={`${path}?edit#${text.key}`} target="_blank" rel="noreferrer">
          See the page
        </a>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <section aria-label="English" className="min-w-0">
          <p className="font-medium">{previous === null ? 'English' : 'English, with what has changed'}</p>
          <div className="mt-1.5 border border-base-300 bg-base-200 px-3 py-2.5">
            {previous === null ? (
              <p className="wrap-anywhere whitespace-pre-wrap">{readable(text.kind, encode(source))}</p>
            ) : (
              <Difference kind={text.kind} before={encode(previous)} after={encode(source)} />
            )}
          </div>
        </section>
        <section aria-label={name} lang={language} className="min-w-0">
          <BoxedField
            key={start}
            row={{ ...text, label: name, draft: null, published: decode(text.kind, start) }}
            label={name}
            lang={language}
            entry={text.kind === 'image' ? { value, saved: { version: text.version, value } } : undefined}
            autoFocus={isFocused}
            onType={onType}
          />
        </section>
      </div>
      <p role="alert" className="mt-3 text-error empty:hidden">
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={isSaving} onClick={onSave}>
          {isUnchanged ? 'Still right' : 'Save and next'}
        </Button>
        {state === 'missing' && text.kind === 'rich' && value === '' && (
          <Button
            tone="outline"
            onClick={() => {
              setStart(encode(source))
              onType(encode(source))
            }}
          >
            Start from the English text
          </Button>
        )}
        <Button tone="quiet" disabled={!onPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button tone="quiet" disabled={!onNext} onClick={onNext}>
          Skip
        </Button>
        <p className="self-center text-quiet text-sm">Ctrl Enter publishes the translation and opens the next text.</p>
      </div>
    </div>
  )
}
