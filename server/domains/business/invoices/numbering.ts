import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { findZone } from '#domains/platform/organizations/organizations.ts'
import { choice, shape } from '#shapes'
import { dayOf } from '#shapes/wall-clocks.ts'

/** From when on numbers are counted: from the first invoice on, anew each calendar year, or anew each April. */
export const NumberingPeriod = choice('InvoiceNumberingPeriod', ['none', 'year', 'april']).describe(
  '`year`: numbers begin anew on 1 January and bear the year; `april`: on 1 April, and bear both years, such as 2026-27',
)
export type NumberingPeriod = z.output<typeof NumberingPeriod>

/** How invoices are numbered. */
export const Numbering = shape('InvoiceNumbering', {
  prefix: z.string(),
  period: NumberingPeriod,
  width: z.int().describe('Digits of the number; it is filled up with zeros'),
  next_label: z.string().describe('What the next invoice is called if it is sent now'),
  last_label: z.string().nullable().describe('The invoice that was sent last'),
})

export type Pattern = Pick<Selectable<Tables['invoice_numbering']>, 'prefix' | 'width'> & { readonly period: NumberingPeriod }

/** What stood before there was a choice. */
export const usualPattern: Pattern = { prefix: 'INV-', period: 'none', width: 4 }

export const findPattern = async (db: Db, orgId: string): Promise<Pattern> => {
  const row = await db
    .selectFrom('invoice_numbering')
    .select(['prefix', 'period', 'width'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row ? { ...row, period: NumberingPeriod.parse(row.period) } : usualPattern
}

/** The period of an instant on the calendar of a zone: `''`, `2026`, `2026-27`. */
export const periodOf = (kind: NumberingPeriod, at: Date, zone: string): string => {
  if (kind === 'none') return ''
  const [year = 0, month = 1] = dayOf(at, zone).split('-').map(Number)
  if (kind === 'year') return String(year)
  const from = month < 4 ? year - 1 : year
  return `${from}-${String((from + 1) % 100).padStart(2, '0')}`
}

/** `INV-0007`, `RE-2026-0007`, `A-2026-27-0007`. A prefix has no digits, so no two numbers of any periods are written alike. */
export const labelOf = ({ prefix, width }: Pick<Pattern, 'prefix' | 'width'>, period: string, number: number): string =>
  `${prefix}${period === '' ? '' : `${period}-`}${String(number).padStart(width, '0')}`

export interface IssuedNumber {
  readonly number: number
  readonly number_period: string
  readonly label: string
}

/**
 * The next number of an organization, by the pattern of now. The caller locks the counter of its period until the commit; a rolled-back number is
 * used again.
 */
export const nextNumber = async (db: Db, orgId: string, at: Date): Promise<IssuedNumber> => {
  const pattern = await findPattern(db, orgId)
  const period = periodOf(pattern.period, at, await findZone(db, orgId))
  const { last_number: number } = await db
    .insertInto('invoice_counters')
    .values({ org_id: orgId, period, last_number: 1 })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'period']).doUpdateSet({ last_number: sql`invoice_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return { number, number_period: period, label: labelOf(pattern, period, number) }
}

/** What the next invoice is called if it is sent now. */
export const nextLabel = async (db: Db, orgId: string, at: Date): Promise<string> => {
  const pattern = await findPattern(db, orgId)
  return labelIn(db, orgId, pattern, periodOf(pattern.period, at, await findZone(db, orgId)))
}

const labelIn = async (db: Db, orgId: string, pattern: Pattern, period: string): Promise<string> => {
  const counter = await db
    .selectFrom('invoice_counters')
    .select('last_number')
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .executeTakeFirst()
  return labelOf(pattern, period, (counter?.last_number ?? 0) + 1)
}

/** The pattern with what the next invoice will be called, and the last one is. */
export const showNumbering = async (db: Db, orgId: string, at: Date): Promise<z.output<typeof Numbering>> => {
  const pattern = await findPattern(db, orgId)
  const period = periodOf(pattern.period, at, await findZone(db, orgId))
  const last = await db
    .selectFrom('invoices')
    .select('label')
    .where('org_id', '=', orgId)
    .where('number_period', '=', period)
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    ...pattern,
    next_label: await labelIn(db, orgId, pattern, period),
    last_label: last?.label ?? null,
  }
}
