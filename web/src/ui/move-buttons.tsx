import { Button } from './button'

type MoveButtonsProps = {
  /** What moves, in words. */
  name: string
  isFirst: boolean
  isLast: boolean
  disabled?: boolean
  onMove: (step: -1 | 1) => void
}

/** Moves a thing of an ordered list one place up or down: what dragging does, for hands on the keys. */
export function MoveButtons({ name, isFirst, isLast, disabled, onMove }: MoveButtonsProps) {
  return (
    <span className="flex">
      <Move
        label={`Move ${name} up`}
        path="m3 10 5-5 5 5"
        off={disabled || isFirst}
        onPress={() => onMove(-1)}
        step="-1"
      />
      <Move
        label={`Move ${name} down`}
        path="m3 6 5 5 5-5"
        off={disabled || isLast}
        onPress={() => onMove(1)}
        step="1"
      />
    </span>
  )
}

type MoveProps = { label: string; path: string; off?: boolean; step: string; onPress: () => void }

// aria-disabled and not disabled: at the end of the list the focus must stay where it is.
function Move({ label, path, off = false, step, onPress }: MoveProps) {
  return (
    <Button
      tone="quiet"
      aria-label={label}
      aria-disabled={off || undefined}
      data-step={step}
      className="size-11 p-0 aria-disabled:cursor-default aria-disabled:opacity-35"
      onClick={() => !off && onPress()}
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </Button>
  )
}
