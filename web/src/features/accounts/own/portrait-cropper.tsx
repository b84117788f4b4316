import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { type Cut, dragged, maxZoom, squareOf, wholeCut } from './crop'

/** The side of the uploaded portrait, in pixels. */
const portraitSide = 640

type PortraitCropperProps = {
  picture: ImageBitmap
  busy: boolean
  onCut: (portrait: Blob) => void
  onCancel: () => void
}

/** Cuts a square from a picture, by dragging or with three sliders, which also work with the keyboard. */
export function PortraitCropper({ picture, busy, onCut, onCancel }: PortraitCropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const [cut, setCut] = useState<Cut>(wholeCut)
  const { left, top, side } = squareOf(picture, cut)

  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, portraitSide, portraitSide)
  }, [picture, left, top, side])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return
    const width = event.currentTarget.clientWidth
    const right = (event.clientX - from.current.x) / width
    const below = (event.clientY - from.current.y) / width
    from.current = { x: event.clientX, y: event.clientY }
    setCut((before) => dragged(picture, before, right, below))
  }

  return (
    <div className="flex flex-col gap-5">
      <canvas
        ref={canvas}
        width={portraitSide}
        height={portraitSide}
        role="img"
        aria-label="Preview of your portrait"
        className="mx-auto aspect-square w-full max-w-64 cursor-move touch-none rounded-full border border-base-300 bg-base-200"
        onPointerDown={(event) => {
          from.current = { x: event.clientX, y: event.clientY }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = undefined
        }}
        onPointerCancel={() => {
          from.current = undefined
        }}
      />
      <p className="text-center text-quiet text-sm">Drag the picture, or use the sliders.</p>
      <Slider
        label="Size"
        value={cut.zoom}
        min={1}
        max={maxZoom}
        step={0.05}
        onChange={(zoom) => setCut({ ...cut, zoom })}
      />
      <Slider
        label="Left or right"
        value={cut.across}
        disabled={picture.width <= side}
        onChange={(across) => setCut({ ...cut, across })}
      />
      <Slider
        label="Up or down"
        value={cut.down}
        disabled={picture.height <= side}
        onChange={(down) => setCut({ ...cut, down })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          busy={busy}
          onClick={() => canvas.current?.toBlob((portrait) => portrait && onCut(portrait), 'image/jpeg', 0.9)}
        >
          Save portrait
        </Button>
      </div>
    </div>
  )
}

type SliderProps = {
  label: string
  value: number
  min?: number
  max?: number
  step?: number
  disabled?: boolean
  onChange: (value: number) => void
}

function Slider({ label, value, min = 0, max = 1, step = 0.01, disabled, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <label htmlFor={id} className="w-28 font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className="h-6 min-w-0 flex-[1_1_10rem] cursor-pointer accent-accent disabled:cursor-default"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={`${Math.round(((value - min) / (max - min)) * 100)} percent`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}
