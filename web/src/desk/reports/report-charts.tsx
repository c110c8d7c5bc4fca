import { moneyShort } from '#web/i18n/figure-format.ts'
import { counted } from '#web/i18n/format.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import type { Report } from '#web/wire.ts'
import classes from './reports.module.css'
import { strings } from './strings.ts'
import { figureName, keyName, pointsOf, shownValue } from './values.ts'

/** The chart of a report: a line for what is compared, bars for what adds up. */
export const ReportCharts = ({ report }: { report: Report }) => {
  if (report.report === 'activity') return <ActivityChart report={report} />
  if (report.report === 'conversion') return <FunnelChart report={report} />
  if (report.report === 'outstanding') return <AgeCharts report={report} />
  const figure = { leads: 'leads', response: 'first_answer', revenue: 'paid' }[report.report]
  return report.series
    .filter((series) => series.figure === figure)
    .map((series) => {
      const total = report.figures.find((each) => each.figure === series.figure && each.currency === series.currency)
      if (!total) return null
      return (
        <Titled key={series.currency} title={[figureName(series.figure), series.currency].filter(Boolean).join(', ')}>
          <LineChart
            label={strings.chart(figureName(series.figure), shownValue(total, total.value))}
            points={pointsOf(report)}
            series={[
              { name: strings.thisPeriod, values: series.values, tone: 'you' },
              { name: strings.periodBefore, values: series.before, tone: 'before' },
            ]}
            format={(value) => shownValue(total, value)}
            height={200}
          />
        </Titled>
      )
    })
}

const Titled = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className={classes.chart} aria-label={title}>
    <p className={classes.chartTitle}>{title}</p>
    {children}
  </section>
)

const ActivityChart = ({ report }: { report: Report }) => (
  <Titled title={strings.reports.activity}>
    <BarChart
      label={strings.chart(
        strings.reports.activity,
        report.figures.map((figure) => `${figureName(figure.figure)} ${shownValue(figure, figure.value)}`).join(', '),
      )}
      points={pointsOf(report)}
      series={report.series.map(({ figure, values }, at) => ({ name: figureName(figure), values, tone: at + 1 }))}
      format={counted}
      height={200}
    />
  </Titled>
)

/** How many of the leads came how far. */
const FunnelChart = ({ report }: { report: Report }) => {
  const steps = report.figures.filter(({ figure }) => figure !== 'not_fit')
  return (
    <Titled title={strings.reports.conversion}>
      <BarChart
        label={steps.map((step) => `${figureName(step.figure)}: ${shownValue(step, step.value)}`).join(', ')}
        points={steps.map(({ figure }) => ({ label: figureName(figure), name: figureName(figure) }))}
        series={[{ name: strings.thisPeriod, values: steps.map(({ value }) => value), tone: 'you' }]}
        format={counted}
        short={counted}
        height={180}
      />
    </Titled>
  )
}

/** A chart for each currency. */
const AgeCharts = ({ report }: { report: Report }) => {
  const rows = report.groups[0]?.rows ?? []
  const ages = (Object.keys(strings.ages) as (keyof typeof strings.ages)[]).map(
    (key) => rows.find((row) => row.key === key) ?? { key, name: null, figures: [] },
  )
  return report.figures
    .filter(({ figure }) => figure === 'outstanding')
    .map((total) => (
      <Titled key={total.currency} title={[figureName(total.figure), total.currency].filter(Boolean).join(', ')}>
        <BarChart
          label={strings.chart(figureName(total.figure), shownValue(total, total.value))}
          points={ages.map((age) => ({ label: keyName('age', age), name: keyName('age', age) }))}
          series={[
            {
              name: figureName(total.figure),
              values: ages.map(
                ({ figures }) =>
                  figures.find((each) => each.figure === 'outstanding' && each.currency === total.currency)?.value ?? 0,
              ),
              tone: 'you',
            },
          ]}
          format={(value) => shownValue(total, value)}
          short={(value) => (total.currency ? moneyShort(value, total.currency) : counted(value))}
          height={180}
        />
      </Titled>
    ))
}
