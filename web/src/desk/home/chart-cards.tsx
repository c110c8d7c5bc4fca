import { dayOfMonth, moneyShort, percentChange } from '#web/i18n/figure-format.ts'
import { counted, money, onDate, timeLeft } from '#web/i18n/format.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import type { Section } from './api.ts'
import classes from './home.module.css'
import { HomeCard } from './home-card.tsx'
import { strings } from './strings.ts'

type Charts = Section<'charts'>

/** Leads by day beside the days before, and where most of them came from. */
export const LeadsChart = ({ leads }: { leads: Charts['leads'] }) => {
  const points = leads.days.map(({ day }, at) => pointOf(day, at === leads.days.length - 1))
  const change = percentChange(leads.total, leads.before)
  return (
    <HomeCard title={strings.newLeads} count={strings.chartDays} link={reportLink('leads')}>
      <div className={classes.chart}>
        <p className={classes.figure}>
          <b>{counted(leads.total)}</b>
          <span>
            {change && (
              <span className={classes.tone} data-tone={leads.total >= leads.before ? 'good' : 'late'}>
                {change}{' '}
              </span>
            )}
            {strings.versus(leads.before)}
          </span>
        </p>
        <LineChart
          label={strings.leadsChart(leads.total, leads.before)}
          points={points}
          series={[
            { name: strings.these, values: leads.days.map(({ count }) => count), tone: 'you' },
            { name: strings.earlier, values: leads.days.map(({ before }) => before), tone: 'before' },
          ]}
          format={counted}
        />
        <ul className={classes.sources}>
          {leads.sources.map(({ source, count }) => (
            <li key={source}>
              <bdi>{source}</bdi> <b>{counted(count)}</b>
            </li>
          ))}
        </ul>
      </div>
    </HomeCard>
  )
}

const reportLink = (report: string) => ({ text: strings.report, to: '/reports/$report' as const, params: { report } as never })

/** Minutes as a span; a line of minutes has its last value beside it. */
const minutes = (value: number): string => timeLeft(value * 60_000)

/** The median of first answers by day, with what was promised. */
export const AnswersChart = ({ answers }: { answers: Charts['answers'] }) => {
  const { median_minutes: median, before_minutes: before, target_minutes: target, days } = answers
  return (
    <HomeCard title={strings.firstReply} count={strings.median} link={reportLink('response')}>
      <div className={classes.chart}>
        {median === null ? (
          <p className={classes.none}>{strings.noAnswers}</p>
        ) : (
          <>
            <p className={classes.figure}>
              <b>{minutes(median)}</b>
              {before !== null && Math.abs(before - median) >= 1 && (
                <span>
                  <span className={classes.tone} data-tone={median < before ? 'good' : 'late'}>
                    {median < before ? strings.faster(minutes(before - median)) : strings.slower(minutes(median - before))}
                  </span>{' '}
                  {strings.thanBefore}
                </span>
              )}
            </p>
            <LineChart
              label={strings.answersChart(minutes(median), minutes(target))}
              points={days.map(({ day }, at) => pointOf(day, at === days.length - 1))}
              series={[{ name: strings.firstReply, values: days.map((day) => day.median_minutes), tone: 'you' }]}
              target={{ name: strings.targetLine, value: target }}
              format={minutes}
            />
          </>
        )}
      </div>
    </HomeCard>
  )
}

/** Paid by week, in the currency that brought the most payments of late; each other one has a line of its own. */
export const PaidChart = ({ paid }: { paid: Charts['paid'] }) => {
  const [shown, ...others] = paid.currencies.toSorted((a, b) => weeksPaid(b) - weeksPaid(a))
  return (
    <HomeCard title={strings.moneyIn} count={shown && strings.perWeek(shown.currency)} link={reportLink('revenue')}>
      <div className={classes.chart}>
        {!shown ? (
          <p className={classes.none}>{strings.noMoney}</p>
        ) : (
          <>
            <PaidFigure paid={shown} />
            <BarChart
              label={strings.paidChart(money(shown.weeks.at(-1) ?? 0, shown.currency), shown.currency)}
              points={paid.from.map((day) => ({ label: dayOfMonth(day), name: strings.weekOf(onDate(day)) }))}
              series={[{ name: strings.paid, values: shown.weeks, tone: 'you' }]}
              format={(value) => money(value, shown.currency)}
              short={(value) => moneyShort(value, shown.currency)}
              isLastOwn
            />
            {others.length > 0 && (
              <ul className={classes.sources}>
                {others.slice(0, 3).map(({ currency, weeks }) => (
                  <li key={currency}>
                    {currency} <b>{money(weeks.at(-1) ?? 0, currency)}</b>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </HomeCard>
  )
}

const weeksPaid = ({ weeks }: Charts['paid']['currencies'][number]): number => weeks.filter((sum) => sum !== 0).length

const PaidFigure = ({ paid: { weeks, currency } }: { paid: Charts['paid']['currencies'][number] }) => {
  const [before = 0, last = 0] = weeks.slice(-2)
  const change = percentChange(last, before)
  return (
    <p className={classes.figure}>
      <b>{money(last, currency)}</b>
      {change && (
        <span>
          <span className={classes.tone} data-tone={last >= before ? 'good' : 'late'}>
            {change}
          </span>{' '}
          {strings.versusWeek}
        </span>
      )}
    </p>
  )
}

const pointOf = (day: string, isToday: boolean) => ({ label: isToday ? strings.today : dayOfMonth(day), name: onDate(day) })

/** The three in a row. */
export const ChartCards = ({ charts }: { charts: Charts }) => (
  <>
    <LeadsChart leads={charts.leads} />
    <AnswersChart answers={charts.answers} />
    <PaidChart paid={charts.paid} />
  </>
)
