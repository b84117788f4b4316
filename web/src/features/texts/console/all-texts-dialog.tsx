import { useState } from 'react'
import { folded } from '@/lib/folded'
import { counted } from '@/lib/formats'
import type { Language } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { encode, pageOf, type TextRow } from './api'
import { BoxedField } from './boxed-field'
import { readable } from './difference'
import { currentValue, itemName, type Texts } from './lists'

type AllTextsDialogProps = {
  texts: Texts
  lang: Language
  /** The text that is open at the start. */
  openKey: string | undefined
  onType: (key: string, value: string) => void
  onList: (list: TextRow) => void
  onClose: () => void
}

/**
 * Every text of the page with a search, also texts that are not visible, such as titles and descriptions of pictures.
 */
export function AllTextsDialog({ texts, lang, openKey, onType, onList, onClose }: AllTextsDialogProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(openKey)
  const wanted = folded(typed)
  const rows = [...texts.rows.values()].filter(({ key, label }) =>
    wanted ? folded(`${label} ${currentValue(texts, key)}`).includes(wanted) : true,
  )
  return (
    <Dialog open title="All texts of this page" onClose={onClose}>
      <Field label="Search" hasDefault>
        {(control) => (
          <input
            {...control}
            type="search"
            className="input"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="mt-2 text-quiet text-sm">
        {counted(rows.length, 'text')}
      </p>
      {[...groupsOf(rows)].map(([title, rows]) => (
        <section key={title} aria-label={title} className="mt-4">
          <h3 className="font-sans font-semibold">{title}</h3>
          <ul className="mt-1">
            {rows.map(({ row, label }) => {
              const value = currentValue(texts, row.key)
              return (
                <li key={row.key} className="border-base-300 border-t py-2">
                  <div className="flex items-center gap-3">
                    <p className="mr-auto min-w-0">
                      <span className="font-medium">{label}</span> {row.hasDraft && <Badge tone="brand">Draft</Badge>}
                      <span className="line-clamp-2 whitespace-pre-line text-quiet text-sm">
                        {readable(row.kind, value, (id) => itemName(texts, row.key, id)) || 'Empty'}
                      </span>
                    </p>
                    <Button
                      tone="quiet"
                      aria-expanded={row.kind === 'list' ? undefined : open === row.key}
                      onClick={() =>
                        row.kind === 'list' ? onList(row) : setOpen(open === row.key ? undefined : row.key)
                      }
                    >
                      Edit<span className="sr-only"> {row.label}</span>
                    </Button>
                  </div>
                  {open === row.key && (
                    <div className="mt-2 mb-3">
                      <BoxedField
                        row={row}
                        label={row.label}
                        lang={lang}
                        entry={texts.entries[row.key]}
                        autoFocus
                        onType={(next) => onType(row.key, next)}
                      />
                      {value !== encode(row.published) && (
                        <p className="mt-1 text-quiet text-sm">
                          Visitors see: {readable(row.kind, encode(row.published)) || 'nothing'}
                        </p>
                      )}
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

type LabelledRow = { row: TextRow; label: string }

/** The texts by their part of the page, with the rest of their labels. */
function groupsOf(rows: readonly TextRow[]): Map<string, LabelledRow[]> {
  const groups = new Map<string, LabelledRow[]>()
  for (const row of rows) {
    const page = pageOf(row.key).replaceAll('-', ' ')
    const name = page.charAt(0).toUpperCase() + page.slice(1)
    const [part = '', ...rest] = row.label.split(' › ')
    const title = rest.length > 0 ? `${name} · ${part}` : name
    groups.set(title, [...(groups.get(title) ?? []), { row, label: rest.join(' › ') || part }])
  }
  return groups
}
