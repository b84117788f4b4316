type DotRingProps = {
  /** The filled part of the ring, from 0 to 1; the rest is drawn faintly. */
  share?: number
  dots?: number
  className?: string
}

/** The brand's motif: a ring of dots. It shows progress, or that something is missing. */
export function DotRing({ share = 1, dots = 36, className }: DotRingProps) {
  // With fewer dots, each is larger.
  const full = Math.max(2.6, 60 / dots)
  const filled = Math.round(dots * Math.min(1, Math.max(0, share)))
  return (
    <svg viewBox="0 0 100 100" className={className} fill="currentColor" aria-hidden="true">
      {Array.from({ length: dots }, (_, index) => {
        const angle = (index / dots) * 2 * Math.PI - Math.PI / 2
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its place in the ring
            key={index}
            cx={(50 + 44 * Math.cos(angle)).toFixed(2)}
            cy={(50 + 44 * Math.sin(angle)).toFixed(2)}
            r={index < filled ? full : Math.max(1.1, 20 / dots)}
          />
        )
      })}
    </svg>
  )
}
