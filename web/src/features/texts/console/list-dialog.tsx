import { Eye, EyeOff, History, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Language } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ReorderList } from '@/ui/reorder-list'
import { encode, type ListItem, type TextRow } from './api'
import { BoxedField } from './boxed-field'
import { HistoryDialog } from './history-dialog'
import { currentValue, fieldName, fieldsOf, isBuiltIn, itemName, newItemId, type Texts } from './lists'

type ListDialogProps = {
  list: TextRow
  /** The item that is open at the start. */
  openItem: string | undefined
  texts: Texts
  lang: Language
  onType: (key: string, value: string) => void
  onClose: () => void
}

/** Adds, moves, hides and deletes the items of a list, and edits their texts. */
export function ListDialog({ list, openItem, texts, lang, onType, onClose }: ListDialogProps) {
  const [openId, setOpenId] = useState(openItem)
  const [showsHistory, setShowsHistory] = useState(false)
  const [said, setSaid] = useState('')
  const value = currentValue(texts, list.key)
  const items: ListItem[] = JSON.parse(value)
  const nameOf = (id: string) => itemName(texts, list.key, id)
  const put = (changed: ListItem[]) => onType(list.key, encode(changed))

  function add() {
    const id = newItemId()
    put([...items, { id, isHidden: false }])
    setOpenId(id)
    setSaid('A new item was added at the end')
  }

  return (
    <Dialog open title={list.label} onClose={onClose}>
      <p className="text-quiet text-sm">
        Items that come with the site can be hidden. Items that you added can also be deleted. Visitors see the changes
        when you publish them.
      </p>
      <ReorderList
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ id }) => nameOf(id)}
        className="mt-4"
        itemClassName="border-base-300 border-t"
        onReorder={(ids) => put(ids.flatMap((id) => items.filter((item) => item.id === id)))}
      >
        {({ id, isHidden }, controls) => (
          <div className="py-2">
            <div className="flex flex-wrap items-center gap-1">
              <button
                type="button"
                aria-expanded={openId === id}
                className="mr-auto min-h-11 min-w-0 flex-1 cursor-pointer text-left hover:underline"
                onClick={() => setOpenId(openId === id ? undefined : id)}
              >
                {nameOf(id)} {isHidden && <Badge>Hidden</Badge>}
              </button>
              {controls}
              <Button
                tone="quiet"
                aria-label={`${isHidden ? 'Show' : 'Hide'} ${nameOf(id)}`}
                className="size-11 p-0"
                onClick={() => {
                  put(items.map((item) => (item.id === id ? { id, isHidden: !isHidden } : item)))
                  setSaid(`${nameOf(id)} is ${isHidden ? 'shown' : 'hidden'}`)
                }}
              >
                {isHidden ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
              </Button>
              {!isBuiltIn(list, id) && (
                <Button
                  tone="quiet"
                  aria-label={`Delete ${nameOf(id)}`}
                  className="size-11 p-0"
                  onClick={() => {
                    setSaid(`${nameOf(id)} was deleted`)
                    put(items.filter((item) => item.id !== id))
                  }}
                >
                  <Trash2 className="size-4" />
                </Button>
              )}
            </div>
            {openId === id && (
              <div className="mb-3 flex flex-col gap-4 border-base-300 border-l-2 pl-4">
                {fieldsOf(texts, list.key, id).map((row, index) => (
                  <BoxedField
                    key={row.key}
                    row={row}
                    label={fieldName(row)}
                    lang={lang}
                    entry={texts.entries[row.key]}
                    autoFocus={index === 0}
                    onType={(typed) => onType(row.key, typed)}
                  />
                ))}
                {fieldsOf(texts, list.key, id).length === 0 && <p className="text-quiet">Adding the item…</p>}
              </div>
            )}
          </div>
        )}
      </ReorderList>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 border-base-300 border-t pt-4">
        <Button tone="outline" onClick={add}>
          <Plus className="size-4" /> Add an item
        </Button>
        <Button tone="quiet" onClick={() => setShowsHistory(true)}>
          <History className="size-4" /> History
        </Button>
        <Button
          tone="quiet"
          disabled={value === encode(list.builtIn)}
          onClick={() => {
            onType(list.key, encode(list.builtIn))
            setSaid('The original order is restored')
          }}
        >
          <RotateCcw className="size-4" /> Original order
        </Button>
      </div>
      {showsHistory && (
        <HistoryDialog
          row={list}
          lang={lang}
          now={value}
          nameOf={nameOf}
          onRestore={(earlier) => {
            setShowsHistory(false)
            onType(list.key, earlier)
          }}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </Dialog>
  )
}
