import { dayOfMonth, monthOfYear, percentChange } from '#web/i18n/figure-format.ts'
import { counted, money, onDate, timeLeft, timeOfDay } from '#web/i18n/format.ts'
import type { Report, ReportFigure, ReportGrouping } from '#web/wire.ts'
import { strings } from './strings.ts'

export const figureName = (figure: string): string => (strings.figures as Readonly<Record<string, string>>)[figure] ?? figure

/** A value of a figure in words: a number, a time, or an amount. */
export const shownValue = ({ kind, currency }: Pick<ReportFigure, 'kind' | 'currency'>, value: number | null): string => {
  if (value === null) return strings.none
  if (kind === 'sum') return currency === null ? counted(value) : money(value, currency)
  if (kind === 'count') return counted(value)
  return value < 1 ? strings.seconds(Math.round(value * 60)) : timeLeft(value * 60_000)
}

/** Less is better of times, of what was lost, and of what is owed. */
const lessIsBetter = new Set(['first_answer', 'time_to_win', 'lost', 'not_fit', 'returned', 'outstanding', 'invoices'])

export const changeOf = ({
  figure,
  value,
  before,
}: ReportFigure): { text: string; tone: 'good' | 'late' | undefined } | null => {
  if (value === null || before === null) return null
  const text = percentChange(value, before)
  if (text === null) return null
  const isMore = value > before
  return { text, tone: value === before ? undefined : isMore === lessIsBetter.has(figure) ? 'late' : 'good' }
}

/** The parts of a period, as a chart has them. In the zone of the reader: their days begin when the workspace's do, as a rule. */
export const pointsOf = ({ unit, points, period, zone }: Report) =>
  points.map((point) => {
    if (unit === 'hour') return { label: timeOfDay(point), name: timeOfDay(point) }
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(point))
    const shown = day < period.first ? period.first : day
    return unit === 'month'
      ? { label: monthOfYear(shown), name: monthOfYear(shown) }
      : { label: dayOfMonth(shown), name: onDate(shown) }
  })

export const keyName = (
  by: ReportGrouping,
  { key, name }: { readonly key: string | null; readonly name: string | null },
): string => {
  if (key === null) return strings.noKey[by]
  return by === 'age' ? ((strings.ages as Readonly<Record<string, string>>)[key] ?? key) : (name ?? key)
}
