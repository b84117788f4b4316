import { useEffect, useRef } from 'react'
import { gather } from './gather-dots'
import { dotsPerRing, rings, side } from './ring-geometry'

/**
 * Ten thousand dots that gather into a ring. The ring itself is an SVG of a few dotted circles in the page's HTML. If
 * motion is allowed, a canvas in front of it plays the animation once and is then hidden.
 */
export function GatheringRing() {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (canvas.current) return gather(canvas.current)
  }, [])

  return (
    <div className="relative aspect-square">
      <svg
        viewBox={`0 0 ${side} ${side}`}
        className="gathered-ring size-full"
        fill="none"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {rings.map((ring) => (
          <circle
            key={ring.radius}
            cx={side / 2}
            cy={side / 2}
            r={ring.radius.toFixed(1)}
            pathLength={dotsPerRing}
            strokeDasharray="0 1"
            strokeDashoffset={(-ring.turn).toFixed(3)}
            strokeWidth={ring.width.toFixed(2)}
            className={ring.bright ? 'stroke-primary' : 'stroke-base-content'}
          />
        ))}
      </svg>
      <canvas ref={canvas} className="pointer-events-none absolute inset-0 size-full" />
    </div>
  )
}
