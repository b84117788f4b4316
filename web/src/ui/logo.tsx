import { useConfig } from '@/lib/config'

/** The mark: twelve directors round one table, and the chair that waits for the next. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      {seats.map(([x, y], index) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={index === 1 ? 2.9 : 2.1}
          className={index === 1 ? 'fill-primary' : 'fill-current'}
        />
      ))}
    </svg>
  )
}

const seats = Array.from({ length: 12 }, (_, index) => {
  const angle = (index / 12) * 2 * Math.PI - Math.PI / 2
  return [(16 + 12 * Math.cos(angle)).toFixed(1), (16 + 12 * Math.sin(angle)).toFixed(1)] as const
})

export function Logo() {
  const name = useConfig()?.siteName ?? 'Boardcircle'
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark className="size-8" />
      <span className="font-serif text-[1.375rem] tracking-[-0.02em]">{name}</span>
    </span>
  )
}
