import type { Db } from '#core/context.ts'
import { choice, Day } from '#shapes'
import { dayOf, shownMs } from '#shapes/wall-clocks.ts'
import { type Report, reportNames, reportOf } from './definitions.ts'
import type { Span } from './facts.ts'
import {
  bordersOf,
  type Calendar,
  type Days,
  daysIn,
  findCalendar,
  type PeriodName,
  periodNames,
  periodOf,
  spanOf,
  type Unit,
  unitOf,
} from './periods.ts'

export const ReportNameChoice = choice('ReportName', reportNames)
const ReportPeriod = choice('ReportPeriod', periodNames)

/** So that a chart has points, and a year with its last day in it counts whole. */
const mostDays = 3_660

export const ReportFields = {
  report: ReportNameChoice,
  period: ReportPeriod.default('month').describe(
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`',
  ),
  from: Day.optional().describe('The first day of `custom`'),
  to: Day.optional().describe('The last day of `custom`'),
}

export interface ReportInput {
  readonly report: (typeof reportNames)[number]
  readonly period: PeriodName
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A report with its period, the one before it, and the parts of both. */
export interface Asked {
  readonly report: Report
  readonly calendar: Calendar
  readonly unit: Unit
  readonly days: Days
  readonly before: Days
  readonly borders: readonly Date[]
  readonly bordersBefore: readonly Date[]
  readonly span: Span
  readonly spanBefore: Span
}

/** What is wrong with the days of a custom period; null where nothing is. */
export const faultOf = ({ period, from, to }: ReportInput): { message: string; field: 'from' | 'to' } | null => {
  if (period !== 'custom') return null
  if (from === undefined) return { message: 'Missing required field: from', field: 'from' }
  if (to === undefined) return { message: 'Missing required field: to', field: 'to' }
  if (shownMs(to) < shownMs(from)) return { message: 'to: must not be before from', field: 'to' }
  if (daysIn({ first: from, last: to }) > mostDays) return { message: 'to: must be within ten years of from', field: 'to' }
  return null
}

export const readAsked = async (db: Db, orgId: string, input: ReportInput, now: Date): Promise<Asked> => {
  const calendar = await findCalendar(db, orgId)
  const { from, to } = input
  const custom = from !== undefined && to !== undefined ? { first: from, last: to } : null
  const today = dayOf(now, calendar.zone)
  const { days, before } = periodOf(input.period, custom, today, calendar)
  const unit = unitOf(days)
  return {
    report: reportOf(input.report, { today, zone: calendar.zone }),
    ...{ calendar, unit, days, before },
    borders: bordersOf(days, unit, calendar),
    bordersBefore: bordersOf(before, unit, calendar),
    span: spanOf(days, calendar.zone),
    spanBefore: spanOf(before, calendar.zone),
  }
}
