import type { ChartSplit } from '@/lib/generated'
import { ChartFigure } from '@/ui/chart-figure'
import { SharesChart } from '@/ui/shares-chart'
import { percent, splitTold } from './charts-told'

type SplitChartProps = {
  title: string
  /** What tells the members apart: "City". */
  what: string
  split: ChartSplit
  /** Writes a value for people. */
  label: (value: string) => string
}

/** The members told apart: the ten commonest values, the rest, and those who stated none. */
export function SplitChart({ title, what, split, label }: SplitChartProps) {
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
