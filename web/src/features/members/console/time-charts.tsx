import { exactPrice, rupees } from '@/lib/formats'
import type { ChartMonth, Charts, ChartWeek } from '@/lib/generated'
import { ChartFigure } from '@/ui/chart-figure'
import { ColumnsChart } from '@/ui/columns-chart'
import { counted, monthName, monthsTold, shortMonth, weekName, weeksTold } from './charts-told'

/** How it went over time. */
export function TimeCharts({ charts: { weeks, months } }: { charts: Charts }) {
  return (
    <>
      <WeeksChart weeks={weeks} />
      <MonthsChart months={months} />
    </>
  )
}

function WeeksChart({ weeks }: { weeks: ChartWeek[] }) {
  const title = 'Nominations a week'
  return (
    <ChartFigure
      title={title}
      summary={weeksTold(weeks)}
      table={{
        headings: ['Week', 'Nominations'],
        rows: weeks.map(({ starts, nominations }) => [weekName(starts), nominations.toLocaleString('en-IN')]),
      }}
    >
      {weeks.some(({ nominations }) => nominations > 0) && (
        <ColumnsChart
          label={title}
          drawn="dots"
          legend={(unit) => `Each dot is ${counted(unit, 'nomination')}. This week’s dots are open: there may be more.`}
          columns={weeks.map(({ starts, nominations }) => ({
            key: starts,
            name: weekName(starts),
            value: nominations,
            told: counted(nominations, 'nomination'),
            // the week that brings the first of a month
            tick: Number(starts.slice(-2)) <= 7 ? shortMonth(starts) : undefined,
          }))}
        />
      )}
    </ChartFigure>
  )
}

function MonthsChart({ months }: { months: ChartMonth[] }) {
  const title = 'Revenue a month'
  const hasDollars = months.some(({ revenueUSD }) => Number(revenueUSD) > 0)
  const hasRupees = months.some(({ revenue }) => Number(revenue) > 0)
  return (
    <ChartFigure
      title={title}
      summary={monthsTold(months)}
      table={{
        headings: ['Month', 'Revenue', ...(hasDollars ? ['In dollars'] : [])],
        rows: months.map(({ month, revenue, revenueUSD }) => [
          monthName(month),
          exactPrice(revenue, 'INR'),
          ...(hasDollars ? [exactPrice(revenueUSD, 'USD')] : []),
        ]),
      }}
    >
      {(hasRupees || hasDollars) && (
        <>
          {hasRupees && <Bars label={title} months={months} of={({ revenue }) => revenue} write={rupees} />}
          {hasDollars && (
            <div className="mt-6 first:mt-0">
              <h3 className="mb-1 font-sans font-semibold text-[0.9375rem] tracking-normal">In dollars</h3>
              <Bars
                label={`${title}, in dollars`}
                months={months}
                of={({ revenueUSD }) => revenueUSD}
                write={(amount) => exactPrice(amount, 'USD')}
              />
            </div>
          )}
        </>
      )}
    </ChartFigure>
  )
}

type BarsProps = {
  label: string
  months: ChartMonth[]
  of: (month: ChartMonth) => string
  write: (amount: string | number) => string
}

function Bars({ label, months, of, write }: BarsProps) {
  return (
    <ColumnsChart
      label={label}
      drawn="bars"
      legend={(top) => `The top line is ${write(top)}. This month’s bar is open: it may grow.`}
      columns={months.map((month) => ({
        key: month.month,
        name: monthName(month.month),
        value: Number(of(month)),
        told: write(of(month)),
        tick: shortMonth(month.month),
      }))}
    />
  )
}
