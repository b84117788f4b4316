import { type QueryClient, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { atomWithStorage, createJSONStorage, RESET } from 'jotai/utils'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError, isTemporary, messageOf } from '@/lib/api-error'
import { areas } from '@/lib/areas'
import { dateAndTime, timeOfDay } from '@/lib/formats'
import { useLive } from '@/lib/live'
import type { Language } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Collision, type Entries, newAutosave, overallStatus, statusOf, type Theirs } from '@/ui/text-editor/autosave'
import { ConflictDialog } from '@/ui/text-editor/conflict-dialog'
import type { Point } from '@/ui/text-editor/text-editor'
import { useAutosaveEvents } from '@/ui/text-editor/use-autosave-events'
import { useToast } from '@/ui/toast-queue'
import { AllTextsDialog } from './all-texts-dialog'
import {
  decode,
  discardDrafts,
  encode,
  factsQuery,
  type PageTexts,
  pageOf,
  pageTextsQuery,
  publishTexts,
  restoreText,
  type Shown,
  saveDraft,
  type TextRow,
  textsKey,
  type Undo,
} from './api'
import { ChangesDialog } from './changes-dialog'
import { readable } from './difference'
import { Dock } from './dock'
import './editing.css'
import { FieldEditor } from './field-editor'
import { HeadDialog } from './head-dialog'
import { ListDialog } from './list-dialog'
import { itemName, listOf, type Texts } from './lists'
import { isEditableInPlace, replaceByCopy, usePageMarks, usePresses } from './page-marks'
import { Tools } from './tools'

type EditModeProps = {
  lang: Language
  /** The key of the page's title, description and picture, such as landing.head. */
  head: string | undefined
  /** Shows the texts of a page with their drafts. */
  onShown: (shown: Shown) => void
}

/** The text that is being edited in its place: its element on the page, and the copy that is editable. */
type InlineEdit = { key: string; element: HTMLElement; point: Point | undefined; copy: HTMLElement; remove: () => void }

type OpenDialog =
  | { kind: 'all'; key?: string }
  | { kind: 'list'; key: string; item?: string }
  | { kind: 'changes' }
  | { kind: 'head' }
  | { kind: 'conflict'; key: string }

type Publication = { lang: Language; undo: Undo[]; until: string; at: number; count: number }

// Stored for the tab, so that the editor can still undo the publication after viewing the page as a visitor, which
// loads a new document.
const publicationAtom = atomWithStorage<Publication | null>(
  'published-texts',
  null,
  createJSONStorage(() => sessionStorage),
)

/** Edits the texts of the page that is shown, in their places. */
export function EditMode({ lang, head, onShown }: EditModeProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [entries, setEntries] = useState<Entries>({})
  const [inline, setInline] = useState<InlineEdit>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [published, setPublished] = useAtom(publicationAtom)
  const facts = useQuery(factsQuery).data

  // Created once, because it must survive renderings. It reads the newest rows from the cache.
  const [autosave] = useState(() =>
    newAutosave({
      async save(key, version, value) {
        const { queryKey } = pageTextsQuery(pageOf(key), lang)
        const kind = client.getQueryData<PageTexts>(queryKey)?.texts.find((row) => row.key === key)?.kind ?? 'plain'
        try {
          const saved = await saveDraft(lang, { key, version, value: decode(kind, value) })
          await client.invalidateQueries({ queryKey })
          return saved.version
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 409)) throw error
          const now = await client.fetchQuery({ ...pageTextsQuery(pageOf(key), lang), staleTime: 0 })
          const row = now.texts.find((row) => row.key === key)
          throw row ? new Collision(theirsOf(row)) : error
        }
      },
      problemOf: (error) => ({
        message: fieldMessage(error) ?? messageOf(error, 'The text could not be saved.'),
        isTemporary: isTemporary(error),
      }),
      onChange: setEntries,
    }),
  )

  // The public texts are not read again, because the page shows drafts in their place.
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [...textsKey, 'page'] }), [client])
  useLive(reload)

  // A link from the console names a text. Its page may not be shown here, so its texts are loaded first.
  const [wanted, setWanted] = useState(() => location.hash.slice(1))
  const [pages, setPages] = useState(() => (wanted.includes('.') ? [pageOf(wanted)] : []))
  const answers = useQueries({ queries: pages.map((page) => pageTextsQuery(page, lang)) })
  const loaded = answers.flatMap(({ data }) => data ?? [])
  const stamp = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp changes with the answers
  const rows = useMemo(() => new Map(loaded.flatMap(({ texts }) => texts).map((row) => [row.key, row])), [stamp])
  const failed = answers.find(({ error }) => error)?.error
  usePageMarks({
    labelOf: (key) => rows.get(key)?.label ?? key,
    isDraft: (key) => rows.get(key)?.hasDraft ?? false,
    // The texts of closed dialogs and other states are not in the document.
    onPages: (found) => setPages((shown) => [...new Set([...shown, ...found, ...loadedPages(client, lang)])].sort()),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp changes with the answers
  useEffect(() => {
    for (const { shown } of loaded) if (shown) onShown(shown)
    for (const key of Object.keys(autosave.entries())) {
      const row = rows.get(key)
      if (row) autosave.loaded(key, theirsOf(row))
    }
  }, [stamp])

  useEffect(() => () => autosave.stop(), [autosave])
  const status = overallStatus(entries)
  useAutosaveEvents(autosave, status)

  // The dialog opens as soon as a conflict is found.
  const conflict = Object.keys(entries).find((key) => entries[key]?.theirs)
  useEffect(() => {
    if (conflict) setDialog({ kind: 'conflict', key: conflict })
  }, [conflict])

  function type(key: string, value: string) {
    open(key)
    autosave.typed(key, value)
  }

  /** Starts to follow a text. */
  function open(key: string) {
    const row = rows.get(key)
    if (row && !autosave.entries()[key]) autosave.loaded(key, theirsOf(row))
  }

  function leaveInline(focus = true) {
    if (!inline) return
    inline.remove()
    setInline(undefined)
    autosave.flush()
    if (!focus) return
    const holder = inline.element.closest<HTMLElement>('a, button, summary') ?? inline.element
    holder.focus()
  }

  function edit(key: string, element: HTMLElement | null, point?: Point) {
    const row = rows.get(key)
    leaveInline(false)
    if (!row) return
    open(key)
    if (row.kind === 'list') setDialog({ kind: 'list', key })
    else if (!element || !isEditableInPlace(element)) setDialog({ kind: 'all', key })
    else setInline({ key, element, point, ...replaceByCopy(element) })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is opened once, when its page is loaded
  useEffect(() => {
    if (!rows.has(wanted)) return
    setWanted('')
    const element = document.querySelector<HTMLElement>(`[data-text="${CSS.escape(wanted)}"]`)
    element?.scrollIntoView({ block: 'center' })
    edit(wanted, element)
  }, [rows, wanted])

  usePresses({
    onEdit: edit,
    onElsewhere(element) {
      const fact = facts?.find(({ name }) => name === element.dataset.fact)
      const source = fact ? `${fact.label}: ${fact.source}` : (element.dataset.from ?? '')
      toast({ title: 'This is not a text of the page', description: source && `It comes from ${source}.` })
    },
    onLeave: () => focusDock(),
  })

  const page = pages.find((page) => page !== 'site') ?? 'site'
  const changed = [...rows.values()].filter(({ hasDraft }) => hasDraft)
  const texts: Texts = { rows, entries }

  const publish = useMutation({
    mutationFn: async ({ keys, publishAt }: { keys: string[]; publishAt: string }) => {
      await autosave.flush()
      const entries = autosave.entries()
      const isSaved = (key: string) => !entries[key] || statusOf(entries[key]) === 'saved'
      // Publishing would show visitors an older draft than the editor sees.
      if (!keys.every(isSaved)) throw new Error('a text is not saved')
      const parts = await Promise.all(
        byPage(keys).map(([page, own]) => publishTexts(page, lang, { keys: own, publishAt })),
      )
      return { parts, count: keys.length, publishAt }
    },
    onSuccess({ parts, count, publishAt }, { keys }) {
      autosave.forget(keys)
      setDialog(undefined)
      if (publishAt) toast({ title: 'Scheduled', description: `Visitors see it from ${dateAndTime(publishAt)} IST.` })
      else
        setPublished({
          lang,
          undo: parts.flatMap(({ undo }) => undo),
          until: parts[0]?.undoUntil ?? '',
          at: Date.now(),
          count,
        })
    },
    onError: (error) =>
      toast({
        title: 'Not published',
        description: messageOf(error, 'Some changes are not saved yet. Please try again.'),
        destructive: true,
      }),
    onSettled: reload,
    meta: { keepsData: true },
  })

  const discard = useMutation({
    mutationFn: async (keys: string[]) => {
      await autosave.flush()
      await Promise.all(byPage(keys).map(([page, own]) => discardDrafts(page, lang, own)))
    },
    onSuccess(_answer, keys) {
      autosave.forget(keys)
      setDialog(undefined)
      toast({ title: 'Changes Discarded', description: 'The history of each text still has them.' })
    },
    onError: (error) =>
      toast({ title: 'Not discarded', description: messageOf(error, 'Please try again.'), destructive: true }),
    onSettled: reload,
    meta: { keepsData: true },
  })

  const undo = useMutation({
    mutationFn: async ({ undo }: Publication) => {
      for (const step of undo) await restoreText(lang, step)
      for (const [page, keys] of byPage(undo.map(({ key }) => key)))
        await publishTexts(page, lang, { keys, publishAt: '' })
    },
    onSuccess(_answer, { undo }) {
      autosave.forget(undo.map(({ key }) => key))
      setPublished(RESET)
      toast({ title: 'Publication Undone', description: 'Visitors see the earlier texts again.' })
    },
    onError: (error) =>
      toast({ title: 'Not undone', description: messageOf(error, 'Please try again.'), destructive: true }),
    onSettled: reload,
    meta: { keepsData: true },
  })

  // The offer to undo is hidden when its time is over.
  useEffect(() => {
    if (!published?.until) return
    const timer = setTimeout(() => setPublished(RESET), Date.parse(published.until) - Date.now())
    return () => clearTimeout(timer)
  }, [published, setPublished])

  const row = inline && rows.get(inline.key)
  const list = inline && listOf(texts, inline.key)
  const openRow = dialog && 'key' in dialog && dialog.key ? rows.get(dialog.key) : undefined
  const openEntry = openRow && entries[openRow.key]
  const closeDialog = () => setDialog(undefined)

  return (
    <div data-editor-ui>
      <Dock
        status={status}
        isLoading={!failed && (pages.length === 0 || answers.some(({ data }) => !data))}
        changes={changed.length}
        note={
          <>
            {failed && (
              <p role="alert" className="px-4 pt-2 text-error text-sm">
                {messageOf(failed, 'The texts could not be loaded.')}{' '}
                <Button tone="outline" onClick={reload}>
                  Try again
                </Button>
              </p>
            )}
            {published?.lang === lang && (
              <p
                role="status"
                className="flex flex-wrap items-center gap-3 border-base-300 border-b px-4 py-1.5 text-sm"
              >
                <span className="mr-auto">
                  Published {published.count === 1 ? '1 change' : `${published.count} changes`} at{' '}
                  {timeOfDay(new Date(published.at))} IST
                </span>
                {published.undo.length > 0 && (
                  <Button tone="outline" busy={undo.isPending} onClick={() => undo.mutate(published)}>
                    Undo the publication
                  </Button>
                )}
              </p>
            )}
          </>
        }
        field={
          inline &&
          row && (
            <div className="flex flex-wrap items-center gap-x-3">
              <p className="mr-auto max-w-full truncate font-medium text-sm">{row.label}</p>
              <FieldEditor
                key={inline.key}
                row={row}
                lang={lang}
                element={inline.copy}
                entry={entries[inline.key]}
                autoFocus={inline.point ?? true}
                onType={(value) => type(inline.key, value)}
                onDone={() => leaveInline()}
              >
                {list && (
                  <Button
                    tone="quiet"
                    onClick={() => {
                      leaveInline(false)
                      setDialog({ kind: 'list', key: list.list.key, item: list.id })
                    }}
                  >
                    Edit the list
                  </Button>
                )}
                <Button tone="outline" onClick={() => leaveInline()}>
                  Done
                </Button>
              </FieldEditor>
            </div>
          )
        }
        tools={
          <Tools
            lang={lang}
            page={page}
            languages={loaded[0]?.languages ?? []}
            lists={[...rows.values()].filter(({ kind }) => kind === 'list')}
            onAll={() => setDialog({ kind: 'all' })}
            onHead={head && rows.has(`${head}.title`) ? () => setDialog({ kind: 'head' }) : undefined}
            onList={(key) => setDialog({ kind: 'list', key })}
            beforeLeaving={() => autosave.flush()}
          />
        }
        onConflict={() => conflict && setDialog({ kind: 'conflict', key: conflict })}
        onRetry={() => autosave.flush()}
        onChanges={async () => {
          leaveInline(false)
          await autosave.flush()
          setDialog({ kind: 'changes' })
        }}
        onLeave={async () => {
          leaveInline(false)
          await autosave.flush()
          location.assign(location.pathname)
        }}
      />
      {dialog?.kind === 'all' && (
        <AllTextsDialog
          texts={texts}
          lang={lang}
          openKey={dialog.key}
          onType={type}
          onList={({ key }) => setDialog({ kind: 'list', key })}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'head' && head && (
        <HeadDialog head={head} texts={texts} facts={facts ?? []} lang={lang} onType={type} onClose={closeDialog} />
      )}
      {dialog?.kind === 'list' && openRow && (
        <ListDialog
          list={openRow}
          openItem={dialog.item}
          texts={texts}
          lang={lang}
          onType={type}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'changes' && (
        <ChangesDialog
          changed={changed}
          texts={texts}
          busy={publish.isPending || discard.isPending}
          onPublish={(keys, publishAt) => publish.mutate({ keys, publishAt })}
          onDiscard={(keys) => discard.mutate(keys)}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'conflict' && openRow && openEntry && statusOf(openEntry) === 'conflict' && (
        <ConflictDialog
          label={openRow.label}
          entry={openEntry}
          readable={(value) => readable(openRow.kind, value, (id) => itemName(texts, openRow.key, id))}
          onChoose={(value) => {
            setDialog(undefined)
            autosave.chosen(openRow.key, value)
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

/** Focuses the first button of the bar that is not in a closed menu. */
function focusDock() {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-editor-ui] button')]
  buttons.find((button) => button.getClientRects().length > 0)?.focus()
}

function theirsOf({ version, draft, published, updatedBy, updatedAt }: TextRow): Theirs {
  return { version, value: encode(draft ?? published), by: updatedBy, at: updatedAt }
}

function fieldMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields.value : undefined
}

/** The pages whose texts the document has loaded. */
function loadedPages(client: QueryClient, lang: Language): string[] {
  const queries = client.getQueryCache().findAll({ queryKey: [...areas.texts, lang] })
  return queries.filter(({ state }) => state.data).map(({ queryKey }) => String(queryKey.at(-1)))
}

/** The keys of each page. */
function byPage(keys: readonly string[]): [string, string[]][] {
  const pages = new Set(keys.map(pageOf))
  return [...pages].map((page) => [page, keys.filter((key) => pageOf(key) === page)])
}
