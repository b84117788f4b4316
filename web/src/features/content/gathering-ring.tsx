import { useEffect, useRef } from 'react'
import { gather } from './gather-dots'
import { dotsPerRing, rings, side } from './ring-geometry'

/**
 * Ten thousand dots that become one ring.
 *
 * The drawing itself is a few circles with dotted strokes, in the page's own HTML. Where motion is
 * welcome, a canvas in front of it lets the dots gather, once; then the drawing stands alone again.
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
