import { useState } from 'react'
import type { List } from '@/lib/list'
import { Button, toolButton } from './button'
import { Dialog } from './dialog'
import { type Column, headOf } from './list-table'

type ColumnsProps<Row> = { list: List<Row>; columns: readonly Column<Row>[] }

/** Chooses the columns of a list. The choice is stored in the address. */
export function ColumnsButton<Row>(props: ColumnsProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" className={toolButton} onClick={() => setOpen(true)}>
        Columns…
      </Button>
      {isOpen && <ColumnsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Reports whether the list has no room for a secondary column. The styles of the table decide that by its width. */
function isLeftOut(key: string): boolean {
  const header = document.querySelector(`th[data-column="${key}"]`)
  return header !== null && getComputedStyle(header).display === 'none'
}

function ColumnsDialog<Row>({ list, columns, onClose }: ColumnsProps<Row> & { onClose: () => void }) {
  const keys = columns.map(({ key }) => key)
  const head = headOf(columns)?.key
  // The address changes a moment later.
  const [shown, setShown] = useState<readonly string[]>(() =>
    list.shown.length > 0 ? list.shown : keys.filter((key) => !isLeftOut(key)),
  )

  function turn(key: string, on: boolean) {
    const next = keys.filter((other) => (other === key ? on : shown.includes(other)))
    setShown(next)
    list.setShown(next)
  }

  return (
    <Dialog open title="Columns" onClose={onClose}>
      <fieldset>
        <legend className="text-quiet">
          In a narrow window, the list hides secondary columns unless you select them here. Exports contain all columns.
        </legend>
        {columns.map(({ key, header }) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="checkbox size-6"
              disabled={key === head}
              checked={key === head || shown.includes(key)}
              onChange={(event) => turn(key, event.target.checked)}
            />
            {header}
          </label>
        ))}
      </fieldset>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {list.shown.length > 0 && (
          <Button
            tone="outline"
            onClick={() => {
              list.setShown([])
              onClose()
            }}
          >
            Reset columns
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
