import { Dots } from '@/ui/dots'

type Place = readonly [x: number, y: number]

/** Dots of one size: their radius, their places, and whether they are highlighted. */
type Alike = readonly [radius: number, at: readonly Place[], bright?: 'bright']

function ring(count: number, radius: number, middle = 32): Place[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    return [middle + radius * Math.cos(angle), 32 + radius * Math.sin(angle)]
  })
}

const middle: Place = [32, 32]

// Six arrangements of the same dots, in the order of the built-in benefits.
const glyphs: Alike[][] = [
  // A speaker, and sound waves around them.
  [
    [5, [middle], 'bright'],
    [2.2, ring(8, 14)],
    [1.6, ring(16, 26)],
  ],
  // A round table.
  [
    [3.2, ring(12, 24).filter((_, index) => index % 4 === 0), 'bright'],
    [3.2, ring(12, 24).filter((_, index) => index % 4 !== 0)],
  ],
  // A rising idea.
  [
    [4.5, [[32, 8]], 'bright'],
    [2.6, [20, 32, 44].map((x) => [x, 24])],
    [2.2, [12, 25.3, 38.6, 52].map((x) => [x, 40])],
    [1.8, [6, 19, 32, 45, 58].map((x) => [x, 56])],
  ],
  // An empty seat.
  [
    [2.8, ring(9, 22).filter((_, index) => index !== 1)],
    [5.5, [[32 + 22 * Math.cos(-0.87), 32 + 22 * Math.sin(-0.87)]], 'bright'],
  ],
  // A mentor and a mentee on the same circle.
  [
    [1.8, [...ring(14, 15, 22), ...ring(14, 15, 42)]],
    [4.5, [middle], 'bright'],
  ],
  // A list of changes.
  [
    [
      2.2,
      [0, 1, 2, 3].flatMap((line) =>
        [0, 1, 2, 3, 4]
          .slice(0, 5 - (line % 2))
          .filter((place) => line !== 1 || place !== 0)
          .map((place): Place => [10 + place * 11, 13 + line * 13]),
      ),
    ],
    [4.5, [[10, 26]], 'bright'],
  ],
]

/** A small drawing of dots for each benefit. After the last drawing they repeat. */
export function BenefitGlyph({ index, className }: { index: number; className?: string }) {
  const glyph = glyphs[index % glyphs.length] ?? []
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      {glyph.map(([radius, at, bright]) => (
        <Dots
          key={`${radius} ${bright}`}
          at={at}
          radius={radius}
          className={bright ? 'stroke-primary' : 'stroke-base-content'}
        />
      ))}
    </svg>
  )
}
