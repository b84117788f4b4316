import { useConfig } from '@/lib/config'
import { EditedElsewhere } from '@/lib/texts'
import { Dots } from './dots'

/** The logo: twelve directors around a table, and an empty chair for the next. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <Dots at={seats.filter((_, index) => index !== 1)} radius={2.1} className="stroke-current" />
      <Dots at={seats.slice(1, 2)} radius={2.9} className="stroke-primary" />
    </svg>
  )
}

const seats = Array.from({ length: 12 }, (_, index) => {
  const angle = (index / 12) * 2 * Math.PI - Math.PI / 2
  return [16 + 12 * Math.cos(angle), 16 + 12 * Math.sin(angle)] as const
})

export function Logo() {
  const name = useConfig()?.siteName ?? 'Boardcircle'
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark className="size-8" />
      <span className="font-serif text-[1.375rem] tracking-[-0.02em]">
        <EditedElsewhere fact="site.name">{name}</EditedElsewhere>
      </span>
    </span>
  )
}
