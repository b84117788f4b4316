import { count, counted, exactPrice, monthName, rupees } from '@/lib/formats'
import { ChartFigure } from '@/ui/chart-figure'
import { ColumnsChart } from '@/ui/columns-chart'
import type { ChartMonth, Charts, ChartWeek } from './api'
import { monthsSummary, shortMonth, weekName, weeksSummary } from './chart-text'

/** The charts of nominations per week and revenue per month. */
export function TimeCharts({ charts: { weeks, months } }: { charts: Charts }) {
  return (
    <>
      <WeeksChart weeks={weeks} />
      <MonthsChart months={months} />
    </>
  )
}

function WeeksChart({ weeks }: { weeks: ChartWeek[] }) {
  const title = 'Nominations per week'
  return (
    <ChartFigure
      title={title}
      summary={weeksSummary(weeks)}
      table={{
        headings: ['Week', 'Nominations'],
        rows: weeks.map(({ monday, nominations }) => [weekName(monday), count(nominations)]),
      }}
    >
      {weeks.some(({ nominations }) => nominations > 0) && (
        <ColumnsChart
          label={title}
          drawn="dots"
          legend={(unit) => `Each dot is ${counted(unit, 'nomination')}. This week is still in progress.`}
          columns={weeks.map(({ monday, nominations }) => ({
            key: monday,
            name: weekName(monday),
            value: nominations,
            text: counted(nominations, 'nomination'),
            // The week that includes the first day of a month.
            tick: Number(monday.slice(-2)) <= 7 ? shortMonth(monday) : undefined,
          }))}
        />
      )}
    </ChartFigure>
  )
}

function MonthsChart({ months }: { months: ChartMonth[] }) {
  const title = 'Revenue per month'
  const hasDollars = months.some(({ revenueUSD }) => Number(revenueUSD) > 0)
  const hasRupees = months.some(({ revenue }) => Number(revenue) > 0)
  return (
    <ChartFigure
      title={title}
      summary={monthsSummary(months)}
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
      legend={(top) => `The top line is ${write(top)}. This month is still in progress.`}
      columns={months.map((month) => ({
        key: month.month,
        name: monthName(month.month),
        value: Number(of(month)),
        text: write(of(month)),
        tick: shortMonth(month.month),
      }))}
    />
  )
}
