type DotsProps = {
  /** The position of each dot. */
  at: readonly (readonly [x: number, y: number])[]
  radius: number
  className?: string
}

/** Dots of one size and colour in an SVG. Each is a zero-length line with a round cap. */
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
