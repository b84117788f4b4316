type DotsProps = {
  /** Where each stands. */
  at: readonly (readonly [x: number, y: number])[]
  radius: number
  className?: string
}

/** Dots of one size and colour, in a drawing: a line of no length at each place, with a round pen. */
export function Dots({ at, radius, className }: DotsProps) {
  return (
    <path
      d={at.map(([x, y]) => `M${rounded(x)} ${rounded(y)}h0`).join('')}
      strokeWidth={radius * 2}
      strokeLinecap="round"
      className={className}
    />
  )
}

const rounded = (length: number) => Math.round(length * 10) / 10
