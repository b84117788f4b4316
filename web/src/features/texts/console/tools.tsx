import { useMutation } from '@tanstack/react-query'
import { Contrast, Eye, FileText, List, Search, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { dateAndTime } from '@/lib/formats'
import { addressIn } from '@/lib/language'
import type { Language } from '@/lib/texts'
import { switchTheme } from '@/lib/theme'
import { Button, toolButton } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { Dialog } from '@/ui/dialog'
import { useReport } from '@/ui/use-report'
import { createPreview, revokePreviews, type TextRow } from './api'

type ToolsProps = {
  lang: Language
  page: string
  languages: readonly { code: string; name: string }[]
  lists: readonly TextRow[]
  onAll: () => void
  /** Undefined for a page without a title for search engines. */
  onHead: (() => void) | undefined
  onList: (key: string) => void
  beforeLeaving: () => Promise<void>
}

/** The actions on the whole page. */
export function Tools({ lang, page, languages, lists, onAll, onHead, onList, beforeLeaving }: ToolsProps) {
  const { pathname } = useLocation()
  return (
    <>
      <Button tone="quiet" className={toolButton} onClick={onAll}>
        <FileText className="size-4" /> All texts
      </Button>
      {onHead && (
        <Button tone="quiet" className={toolButton} onClick={onHead}>
          <Search className="size-4" /> Search and sharing
        </Button>
      )}
      {lists.length > 0 && (
        <span className="inline-flex items-center gap-1">
          <List className="size-4" aria-hidden="true" />
          <select
            aria-label="Edit a list"
            className="select w-32 py-1 text-sm"
            value=""
            onChange={({ target }) => onList(target.value)}
          >
            <option value="">Lists…</option>
            {lists.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </span>
      )}
      <PreviewLink page={page} />
      <Button tone="quiet" className={toolButton} onClick={openPhone}>
        <Smartphone className="size-4" /> Phone
      </Button>
      <Button tone="quiet" className={toolButton} onClick={switchTheme}>
        <Contrast className="size-4" /> Light or dark
      </Button>
      {languages.length > 1 && (
        <select
          aria-label="Language"
          className="select w-32 py-1 text-sm"
          value={lang}
          onChange={async ({ target }) => {
            await beforeLeaving()
            location.assign(`${addressIn(target.value as Language, pathname)}?edit`)
          }}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

/** Opens the page in a window as wide as a phone. */
function openPhone() {
  window.open(location.href, 'phone', 'popup,width=390,height=844')
}

/** Creates a link for a colleague who has no account. */
function PreviewLink({ page }: { page: string }) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => createPreview(page) })
  const report = useReport()
  const revoke = useMutation({ mutationFn: () => revokePreviews(page) })
  async function revokeAll() {
    const isDone = await report(revoke.mutateAsync(), {
      done: () => ({ title: 'The links no longer show drafts' }),
      failed: 'The links were not revoked',
    })
    if (isDone) setOpen(false)
  }
  return (
    <>
      <Button
        tone="quiet"
        className={toolButton}
        busy={isPending}
        onClick={() => {
          mutate()
          setOpen(true)
        }}
      >
        <Eye className="size-4" /> Preview link
      </Button>
      <Dialog open={isOpen && !isPending} title="A link to the drafts" onClose={() => setOpen(false)}>
        {error && <p className="text-error">{messageOf(error, 'The link could not be created.')}</p>}
        {data && (
          <>
            <p className="text-quiet">
              Anyone with this link sees this page with its drafts, until {dateAndTime(data.expires)} IST. No one can
              change anything with it.
            </p>
            <p className="mt-4 flex items-center gap-2">
              <input
                readOnly
                aria-label="Link"
                className="input"
                value={data.url}
                onFocus={({ target }) => target.select()}
              />
              <CopyButton text={data.url} label="Copy the link" copied={{ title: 'Link copied' }} />
            </p>
            <p className="mt-6 text-quiet">You can end this link and all earlier links to the drafts of this page.</p>
            <Button tone="outline" className="mt-2" busy={revoke.isPending} onClick={revokeAll}>
              Revoke all links
            </Button>
          </>
        )}
      </Dialog>
    </>
  )
}
