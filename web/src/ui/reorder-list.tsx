import { type ReactNode, useEffect, useRef, useState } from 'react'
import { moved } from '@/lib/moved'
import { classes } from './classes'
import { MoveButtons } from './move-buttons'

type ReorderListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** What a person calls it. */
  nameOf: (item: Item) => string
  /** Nothing moves now. */
  disabled?: boolean
  className?: string
  itemClassName?: string
  onReorder: (keys: string[]) => void
  /** Draws an item; the controls move it. */
  children: (item: Item, controls: ReactNode) => ReactNode
}

/** A list that a person puts in order, by dragging an item's handle or by its two buttons. */
export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { items, keyOf, nameOf, disabled = false, className, itemClassName, onReorder, children } = props
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<{ key: string; step: number }>(undefined)
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [said, setSaid] = useState('')
  const keys = items.map(keyOf)

  // A button that moves with its item loses the focus on the way.
  useEffect(() => {
    if (!pressed.current) return
    const { key, step } = pressed.current
    pressed.current = undefined
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"] [data-step="${step}"]`)?.focus()
  })

  function put(item: Item, place: number) {
    const key = keyOf(item)
    if (place < 0 || place >= keys.length || keys[place] === key) return
    setSaid(`${nameOf(item)} is now number ${place + 1} of ${keys.length}`)
    onReorder(moved(keys, key, place))
  }

  return (
    <>
      <ul ref={list} className={className}>
        {items.map((item, place) => {
          const key = keyOf(item)
          return (
            <li
              key={key}
              data-key={key}
              className={classes(
                itemClassName,
                dragged === key && 'opacity-50',
                over === key && dragged !== key && 'bg-base-200',
              )}
              onDragOver={(event) => {
                if (!dragged || !keys.includes(dragged)) return
                event.preventDefault()
                setOver(key)
              }}
              onDrop={(event) => {
                event.preventDefault()
                const taken = items.find((other) => keyOf(other) === dragged)
                if (taken) put(taken, place)
                setDragged(undefined)
                setOver(undefined)
              }}
            >
              {children(
                item,
                items.length > 1 && (
                  <span className="flex items-center">
                    <Handle
                      name={nameOf(item)}
                      disabled={disabled}
                      onStart={() => setDragged(key)}
                      onEnd={() => {
                        setDragged(undefined)
                        setOver(undefined)
                      }}
                    />
                    <MoveButtons
                      name={nameOf(item)}
                      isFirst={place === 0}
                      isLast={place === items.length - 1}
                      disabled={disabled}
                      onMove={(step) => {
                        pressed.current = { key, step }
                        put(item, place + step)
                      }}
                    />
                  </span>
                ),
              )}
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

type HandleProps = { name: string; disabled: boolean; onStart: () => void; onEnd: () => void }

/** Where a pointer takes hold. The keyboard has the two buttons beside it. */
function Handle({ name, disabled, onStart, onEnd }: HandleProps) {
  return (
    <span
      aria-hidden="true"
      title={`Drag ${name} to its place`}
      draggable={!disabled}
      className={classes(
        'hidden size-9 items-center justify-center text-quiet md:inline-flex',
        disabled ? 'opacity-35' : 'cursor-grab active:cursor-grabbing',
      )}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        const item = event.currentTarget.closest('li')
        if (item) event.dataTransfer.setDragImage(item, 24, 24)
        onStart()
      }}
      onDragEnd={onEnd}
    >
      <svg viewBox="0 0 16 16" className="size-4" fill="currentColor" aria-hidden="true">
        {[3.5, 8, 12.5].flatMap((y) => [5.5, 10.5].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.3" />))}
      </svg>
    </span>
  )
}
