import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { exactPrice } from '@/lib/formats'
import { useModules } from '@/lib/modules'
import { EditedElsewhere, PlanText, useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { useScrollable } from '@/ui/use-scrollable'
import { durationWords } from './duration'
import { planHeadingId } from './plan-card'
import { planRows } from './plan-rows'

type PlanTableProps = {
  tiers: readonly Tier[]
  /** Marks the reader's own plan. */
  badgeOf?: (tier: Tier) => ReactNode
}

/**
 * The plans side by side: a column for each plan, a row for each thing that a plan costs or includes. Where the plans
 * do not fit, the table scrolls sideways below the fixed first column.
 */
export function PlanTable({ tiers, badgeOf }: PlanTableProps) {
  const text = useTexts('plans')
  const scrollable = useScrollable<HTMLElement>()
  const rows = planRows(tiers, useModules())
  const words = (tier: Tier) => durationWords(tier.duration, tier.renews)
  return (
    <section aria-label={text.plain('compare.caption')} className="relative overflow-x-auto" {...scrollable}>
      <table className="wrap-break-word w-full text-left leading-snug">
        <caption className="sr-only">{text('compare.caption')}</caption>
        <thead>
          <tr className="border-base-content border-b-2 align-bottom">
            <RowHeader scope="col">{text('compare.what')}</RowHeader>
            {tiers.map((tier) => (
              <th key={tier.id} scope="col" className="min-w-36 px-3 py-3 font-normal md:min-w-32 lg:px-5 lg:py-4">
                <PlanName tier={tier} />
                <PlanBadge>{badgeOf?.(tier)}</PlanBadge>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={text('compare.price')} tiers={tiers} cell={(tier) => <Price tier={tier} />} />
          <Row name={text('compare.length')} tiers={tiers} cell={(tier) => text(words(tier).term)} />
          <Row name={text('compare.payment')} tiers={tiers} cell={(tier) => text(words(tier).badge)} />
          {rows.map((row) => (
            <Row
              key={'module' in row ? row.module : row.feature}
              name={
                'module' in row ? (
                  text(moduleNames[row.module])
                ) : (
                  <PlanText translation={translationOf(row.feature, tiers)}>{row.feature}</PlanText>
                )
              }
              tiers={tiers}
              cell={(tier) => <Mark isIncluded={row.tiers.has(tier)} />}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The texts of the modules for which no plan has words. */
const moduleNames = {
  sessions: 'compare.modules.sessions',
  directory: 'compare.modules.directory',
  'board-seats': 'compare.modules.boardSeats',
  consultations: 'compare.modules.consultations',
  library: 'compare.modules.library',
} as const

/** The translation of a feature, which any of the tiers that have the feature may have. */
function translationOf(feature: string, tiers: readonly Tier[]): string | undefined {
  return tiers.map(({ translation }) => translation?.features[feature]).find(Boolean)
}

function RowHeader({ scope, children }: { scope: 'col' | 'row'; children: ReactNode }) {
  return (
    <th
      scope={scope}
      className="sticky left-0 z-10 w-1/4 min-w-34 bg-(--ground) py-3 pr-3 font-medium text-[0.9375rem] md:pr-5"
    >
      {children}
    </th>
  )
}

type RowProps = {
  name: ReactNode
  tiers: readonly Tier[]
  cell: (tier: Tier) => ReactNode
}

function Row({ name, tiers, cell }: RowProps) {
  return (
    <tr className="border-base-300 border-b align-top">
      <RowHeader scope="row">{name}</RowHeader>
      {tiers.map((tier) => (
        <td key={tier.id} className="px-3 py-3 text-[0.9375rem] lg:px-5">
          {cell(tier)}
        </td>
      ))}
    </tr>
  )
}

/** The name of a plan. It leads to the card of the plan on the same page. */
function PlanName({ tier }: { tier: Tier }) {
  return (
    <span className="block font-serif text-base leading-tight lg:text-xl">
      <Link to={`#${planHeadingId(tier)}`} className="decoration-1 underline-offset-4 hover:underline">
        <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>
      </Link>
    </span>
  )
}

function PlanBadge({ children }: { children: ReactNode }) {
  return children ? <span className="mt-1 block font-semibold text-sm text-success">{children}</span> : null
}

function Price({ tier }: { tier: Tier }) {
  const text = useTexts('plans')
  const { gstRate, totalAmount } = tier.breakdown
  return (
    <>
      <span className="block whitespace-nowrap font-serif text-2xl tabular-nums max-lg:text-xl">
        <EditedElsewhere from="plans">{exactPrice(tier.price, tier.currency)}</EditedElsewhere>
      </span>
      {gstRate > 0 && (
        <span className="mt-1 block text-quiet text-sm">
          {text('withTax', { amount: exactPrice(totalAmount, tier.currency), rate: String(gstRate) })}
        </span>
      )}
    </>
  )
}

/** A tick or a dash, with its words for screen readers. */
function Mark({ isIncluded }: { isIncluded: boolean }) {
  const text = useTexts('plans')
  const Sign = isIncluded ? Check : Minus
  return (
    <>
      <Sign className={classes('size-5', isIncluded ? 'text-accent' : 'text-edge')} aria-hidden="true" />
      <span className="sr-only">{text(isIncluded ? 'compare.included' : 'compare.excluded')}</span>
    </>
  )
}
