import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { addDays, dayOf } from '#shapes/wall-clocks.ts'
import { countFirstAnswers } from '../reports/first-answers.ts'
import { countLeads } from '../reports/lead-counts.ts'
import { sumPaid } from '../reports/paid-sums.ts'
import { bordersOf, type Calendar, type Days, spanOf, weekOf } from '../reports/periods.ts'

export const DayCount = shape('DayCount', {
  day: z.iso.date(),
  count: z.int(),
  before: z.int().describe('Of the day as many days before as the chart has'),
})
export const SourceCount = shape('SourceCount', { source: z.string(), count: z.int() })
export const DayMedian = shape('DayMedian', { day: z.iso.date(), median_minutes: z.number().nullable(), answered: z.int() })
export const CurrencyWeeks = shape('CurrencyWeeks', {
  currency: z.string(),
  weeks: z.array(z.int()).describe('Came in, without what was refunded or lost since; as many as `from`'),
})

export const HomeCharts = z.object({
  leads: z.object({ total: z.int(), before: z.int(), days: z.array(DayCount), sources: z.array(SourceCount) }),
  answers: z.object({
    target_minutes: z.int(),
    median_minutes: z.number().nullable(),
    before_minutes: z.number().nullable(),
    days: z.array(DayMedian),
  }),
  paid: z.object({
    from: z.array(z.iso.date()).describe('With which day each week begins'),
    currencies: z.array(CurrencyWeeks),
  }),
})

const chartDays = 14
const chartWeeks = 8
const mostSources = 4

interface Asked {
  readonly calendar: Calendar
  readonly now: Date
  /** Leads that are theirs or unassigned, and answers that they gave; null: all. */
  readonly memberId: string | null
}

export const findCharts = async (db: Db, orgId: string, asked: Asked): Promise<z.output<typeof HomeCharts>> => ({
  leads: await leadsByDay(db, orgId, asked),
  answers: await answersByDay(db, orgId, asked),
  paid: await paidByWeek(db, orgId, asked),
})

/** Twice as many days as a chart has, up to today. */
const twoSpans = ({ calendar, now }: Asked): { days: string[]; whole: Days } => {
  const last = dayOf(now, calendar.zone)
  const first = addDays(last, 1 - 2 * chartDays)
  return { days: Array.from({ length: 2 * chartDays }, (_, n) => addDays(first, n)), whole: { first, last } }
}

const leadsByDay = async (db: Db, orgId: string, asked: Asked): Promise<z.output<typeof HomeCharts>['leads']> => {
  const { days, whole } = twoSpans(asked)
  const { calendar, memberId } = asked
  const counts = await countLeads(db, orgId, {
    ...{ borders: bordersOf(whole, 'day', calendar), to: spanOf(whole, calendar.zone).to },
    memberId,
  })
  const byDay = days.map((_, n) => sum(counts.filter(({ part }) => part === n)))
  const recent = Map.groupBy(
    counts.filter(({ part }) => part >= chartDays),
    ({ source }) => source,
  )
  return {
    total: byDay.slice(chartDays).reduce((all, each) => all + each, 0),
    before: byDay.slice(0, chartDays).reduce((all, each) => all + each, 0),
    days: days.slice(chartDays).map((day, n) => ({ day, count: byDay[chartDays + n] ?? 0, before: byDay[n] ?? 0 })),
    sources: [...recent]
      .map(([source, of]) => ({ source, count: sum(of) }))
      .sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1))
      .slice(0, mostSources),
  }
}

const sum = (counts: readonly { readonly count: number }[]): number => counts.reduce((all, { count }) => all + count, 0)

const answersByDay = async (db: Db, orgId: string, asked: Asked): Promise<z.output<typeof HomeCharts>['answers']> => {
  const { days, whole } = twoSpans(asked)
  const { calendar, memberId } = asked
  const personId = memberId ?? undefined
  const borders = bordersOf(whole, 'day', calendar)
  const [middle = new Date(0)] = borders.slice(chartDays)
  const now = await countFirstAnswers(db, orgId, {
    ...{ borders: borders.slice(chartDays), to: spanOf(whole, calendar.zone).to, personId },
  })
  const before = await countFirstAnswers(db, orgId, { borders: borders.slice(0, 1), to: middle, personId })
  const org = await db
    .selectFrom('orgs')
    .select('response_target_minutes')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const ofPart = (part: number | null) => now.find((each) => each.part === part)
  return {
    target_minutes: org.response_target_minutes,
    median_minutes: ofPart(null)?.median_minutes ?? null,
    before_minutes: before.find(({ part }) => part === null)?.median_minutes ?? null,
    days: days.slice(chartDays).map((day, n) => ({
      ...{ day, median_minutes: ofPart(n)?.median_minutes ?? null, answered: ofPart(n)?.answered ?? 0 },
    })),
  }
}

const paidByWeek = async (db: Db, orgId: string, { calendar, now }: Asked): Promise<z.output<typeof HomeCharts>['paid']> => {
  const last = dayOf(now, calendar.zone)
  const first = addDays(weekOf(last, calendar.weekStart), -7 * (chartWeeks - 1))
  const whole = { first, last }
  const sums = await sumPaid(db, orgId, {
    ...{ borders: bordersOf(whole, 'week', calendar), to: spanOf(whole, calendar.zone).to },
  })
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  return {
    from: Array.from({ length: chartWeeks }, (_, n) => addDays(first, 7 * n)),
    currencies: currencies.map((currency) => ({
      currency,
      weeks: Array.from({ length: chartWeeks }, (_, n) => {
        const found = sums.find((each) => each.part === n && each.currency === currency)
        return found ? found.gross_minor - found.returned_minor : 0
      }),
    })),
  }
}
