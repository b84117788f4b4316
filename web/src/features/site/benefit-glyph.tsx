type Dot = readonly [x: number, y: number, r: number, bright?: boolean]

function ring(count: number, radius: number, r: number, bright: (index: number) => boolean = () => false): Dot[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    return [32 + radius * Math.cos(angle), 32 + radius * Math.sin(angle), r, bright(index)]
  })
}

// Six ways to arrange the same dots, in the order of the built-in benefits.
const glyphs: Dot[][] = [
  // A voice that carries: one speaks, the rounds go out.
  [[32, 32, 5, true], ...ring(8, 14, 2.2), ...ring(16, 26, 1.6)],
  // Everybody at one table.
  [...ring(12, 24, 3.2, (index) => index % 4 === 0)],
  // A thought that rises.
  [
    [32, 8, 4.5, true],
    ...[20, 32, 44].map((x): Dot => [x, 24, 2.6]),
    ...[12, 25.3, 38.6, 52].map((x): Dot => [x, 40, 2.2]),
    ...[6, 19, 32, 45, 58].map((x): Dot => [x, 56, 1.8]),
  ],
  // The seat that is still free.
  [
    ...ring(9, 22, 2.8).filter((_, index) => index !== 1),
    [32 + 22 * Math.cos(-0.87), 32 + 22 * Math.sin(-0.87), 5.5, true],
  ],
  // One leads, one follows, on the same round.
  [
    ...ring(14, 15, 1.8).map(([x, y, r]): Dot => [x - 10, y, r]),
    ...ring(14, 15, 1.8).map(([x, y, r]): Dot => [x + 10, y, r]),
    [32, 32, 4.5, true],
  ],
  // What changed, line by line.
  [0, 1, 2, 3].flatMap((line) =>
    [0, 1, 2, 3, 4]
      .slice(0, 5 - (line % 2))
      .map(
        (place): Dot => [
          10 + place * 11,
          13 + line * 13,
          line === 1 && place === 0 ? 4.5 : 2.2,
          line === 1 && place === 0,
        ],
      ),
  ),
]

/** A small drawing of dots for each benefit; they come round again where there are more. */
export function BenefitGlyph({ index, className }: { index: number; className?: string }) {
  const dots = glyphs[index % glyphs.length] ?? []
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      {dots.map(([x, y, r, bright]) => (
        <circle
          key={`${x} ${y}`}
          cx={x.toFixed(1)}
          cy={y.toFixed(1)}
          r={r}
          className={bright ? 'fill-primary' : 'fill-base-content'}
        />
      ))}
    </svg>
  )
}
