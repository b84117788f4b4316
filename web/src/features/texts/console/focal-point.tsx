import { type KeyboardEvent, useId } from 'react'

/** A point of a picture, in per cent from the left and from the top. */
export type Focus = { x: number; y: number }

type FocalPointProps = {
  picture: { src: string; srcset: string; width: number; height: number }
  focus: Focus
  onChange: (focus: Focus) => void
}

const steps: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the point after a press of a key, or undefined for another key. Shift makes the step ten times as long. */
export function moved(focus: Focus, key: string, isLong: boolean): Focus | undefined {
  const step = steps[key]
  if (!step) return undefined
  const length = isLong ? 10 : 1
  return { x: limited(focus.x + step.x * length), y: limited(focus.y + step.y * length) }
}

const limited = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))

/**
 * Sets the point that stays visible when a page crops a picture: with a click on the picture, or with the arrow keys.
 */
export function FocalPoint({ picture, focus, onChange }: FocalPointProps) {
  const hintId = useId()
  const position = { objectPosition: `${focus.x}% ${focus.y}%` }

  function press(event: KeyboardEvent) {
    const next = moved(focus, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault() // the dialog would scroll
    onChange(next)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex justify-center bg-base-200">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the marker does the same with the keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div
          className="relative cursor-crosshair"
          onClick={(event) => {
            const area = event.currentTarget.getBoundingClientRect()
            onChange({
              x: limited(((event.clientX - area.left) / area.width) * 100),
              y: limited(((event.clientY - area.top) / area.height) * 100),
            })
          }}
        >
          <img
            src={picture.src}
            srcSet={picture.srcset}
            sizes="30rem"
            width={picture.width}
            height={picture.height}
            alt=""
            className="max-h-80 w-auto"
          />
          <span
            role="slider"
            tabIndex={0}
            aria-label="Focal point"
            aria-roledescription="point in the picture"
            aria-describedby={hintId}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={focus.x}
            aria-valuetext={`${focus.x}% from the left, ${focus.y}% from the top`}
            onKeyDown={press}
            className="absolute size-11 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-primary bg-base-100/30 outline-2 outline-base-content"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </div>
      </div>
      <p id={hintId} className="text-quiet text-sm">
        Pages cut pictures to their shape. Click on what must stay visible, or move the point with the arrow keys (with
        Shift in longer steps).
      </p>
      <ul className="flex flex-wrap items-end gap-3">
        {shapes.map(({ name, className }) => (
          <li key={name} className="flex flex-col gap-1 text-quiet text-sm">
            <img
              src={picture.src}
              srcSet={picture.srcset}
              sizes="10rem"
              alt=""
              className={`h-20 object-cover ${className}`}
              style={position}
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The shapes in which the pages show pictures. */
const shapes = [
  { name: 'Portrait', className: 'aspect-square rounded-full' },
  { name: 'Beside a text', className: 'aspect-3/2' },
  { name: 'When shared', className: 'aspect-[1200/630]' },
]
