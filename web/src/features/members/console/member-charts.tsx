import type { ChartSplit, Charts } from '@/lib/generated'
import { labelOf, nominationLabels } from '@/lib/option-labels'
import { ChartFigure } from '@/ui/chart-figure'
import { SharesChart } from '@/ui/shares-chart'
import { percent, splitTold } from './charts-told'

/** Who the members are. */
export function MemberCharts({ charts: { industries, cities } }: { charts: Charts }) {
  return (
    <>
      <SplitChart
        title="Members by industry"
        what="Industry"
        split={industries}
        label={(value) => labelOf(nominationLabels.industry, value)}
      />
      <SplitChart title="Members by city" what="City" split={cities} label={(value) => value} />
    </>
  )
}

type SplitChartProps = {
  title: string
  /** What tells the members apart: "City". */
  what: string
  split: ChartSplit
  /** Writes a value for people. */
  label: (value: string) => string
}

/** The members told apart: the ten commonest values, the rest, and those who stated none. */
function SplitChart({ title, what, split, label }: SplitChartProps) {
  const shares = [
    ...split.top.map(({ value, members }) => ({ key: value, label: label(value), value: members, isRest: false })),
    ...(split.others > 0 ? [{ key: 'others', label: 'All others', value: split.others, isRest: true }] : []),
    ...(split.notStated > 0 ? [{ key: '', label: 'Not stated', value: split.notStated, isRest: true }] : []),
  ]
  return (
    <ChartFigure
      title={title}
      summary={splitTold(split, label)}
      table={{
        headings: [what, 'Members', 'Share'],
        rows: shares.map((share) => [
          share.label,
          share.value.toLocaleString('en-IN'),
          percent(share.value, split.members),
        ]),
      }}
    >
      {shares.length > 0 && <SharesChart label={title} shares={shares} />}
    </ChartFigure>
  )
}
