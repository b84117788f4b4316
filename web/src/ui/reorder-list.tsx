import { ChevronDown, ChevronUp, GripVertical, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { classes } from './classes'

type ReorderListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** The name of an item for people. */
  nameOf: (item: Item) => string
  /** Whether moving is disabled. */
  disabled?: boolean
  className?: string
  itemClassName?: string
  onReorder: (keys: string[]) => void
  /** Renders an item; the controls move it. */
  children: (item: Item, controls: ReactNode) => ReactNode
}

/**
 * A list that the user can reorder, by dragging an item's handle or with its two buttons. It is not react-aria's
 * GridList: in a grid the arrow keys and type-ahead belong to the list, but these items contain fields and buttons.
 */
export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { items, keyOf, nameOf, disabled = false, className, itemClassName, onReorder, children } = props
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<{ key: string; step: number }>(undefined)
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [said, setSaid] = useState('')
  const keys = items.map(keyOf)

  // A button loses the focus when its item moves, so it is focused again.
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

/** The handle for dragging. Keyboard users have the two buttons next to it. */
function Handle({ name, disabled, onStart, onEnd }: HandleProps) {
  return (
    <span
      aria-hidden="true"
      title={`Drag to move ${name}`}
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
      <GripVertical className="size-4" />
    </span>
  )
}

type MoveButtonsProps = {
  /** The name of the item. */
  name: string
  isFirst: boolean
  isLast: boolean
  disabled?: boolean
  onMove: (step: -1 | 1) => void
}

/** Moves an item up or down by one place, as an alternative to dragging. */
function MoveButtons({ name, isFirst, isLast, disabled, onMove }: MoveButtonsProps) {
  return (
    <span className="flex">
      <Move label={`Move ${name} up`} icon={ChevronUp} off={disabled || isFirst} onPress={() => onMove(-1)} step="-1" />
      <Move
        label={`Move ${name} down`}
        icon={ChevronDown}
        off={disabled || isLast}
        onPress={() => onMove(1)}
        step="1"
      />
    </span>
  )
}

type MoveProps = { label: string; icon: LucideIcon; off?: boolean; step: string; onPress: () => void }

// aria-disabled instead of disabled: a disabled button at the end of the list would lose the focus.
function Move({ label, icon: Icon, off = false, step, onPress }: MoveProps) {
  return (
    <Button
      tone="quiet"
      aria-label={label}
      aria-disabled={off || undefined}
      data-step={step}
      className="size-11 p-0 aria-disabled:cursor-default aria-disabled:opacity-35"
      onClick={() => !off && onPress()}
    >
      <Icon className="size-4" strokeWidth={1.75} />
    </Button>
  )
}

/** Returns a list in which one key was moved to another place. */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const rest = keys.filter((other) => other !== key)
  rest.splice(Math.max(0, Math.min(place, rest.length)), 0, key)
  return rest
}
