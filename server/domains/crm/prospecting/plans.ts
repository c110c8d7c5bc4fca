import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { creditsOfPerson, mostEnrichedAtOnce } from '#ports/prospects.ts'
import { findCreditBudget, lockCredits } from './budgets.ts'
import { prospectingErrors } from './errors.ts'
import { askedAgainAfterDays, findProspects, type ProspectRow } from './prospects.ts'

/** Whom an enrichment is for, each once, and what is wanted of them. */
export interface EnrichmentWish {
  readonly ids: readonly string[]
  /** Mobile numbers too, at their price. */
  readonly withMobiles: boolean
  /** Also those of whom no answer came the last time: they may have been paid for. */
  readonly again: boolean
  /** The most that the caller agreed to. */
  readonly mostCredits: number | undefined
}

/** Who is asked for, by what is known. */
interface Plan {
  readonly asked: readonly string[]
  /** Another call is asking for them. */
  readonly elsewhere: readonly string[]
  readonly most: number
}

/** One call to the vendor, as it is written down before it is made. */
export interface PlannedCall {
  readonly id: string
  readonly ids: readonly string[]
  readonly withMobiles: boolean
  readonly reserved: number
}

const isDue = (row: ProspectRow, { withMobiles, again }: EnrichmentWish, notSince: Date): boolean => {
  if (row.outcome === null || (row.asked_at !== null && row.asked_at < notSince)) return true
  if (row.outcome === 'unknown') return again
  return row.outcome === 'found' && withMobiles && !row.with_mobile
}

const priceOf = (people: number, withMobiles: boolean): number =>
  people * (creditsOfPerson.data + (withMobiles ? creditsOfPerson.mobile : 0))

/** Throws `prospect_not_found` where no search of this workspace showed one of them. */
export const planEnrichment = async (db: Db, orgId: string, wish: EnrichmentWish): Promise<Plan> => {
  const rows = await findProspects(db, orgId, wish.ids)
  const missing = wish.ids.length - rows.size
  if (missing > 0)
    throw new Failure(prospectingErrors.prospect_not_found, {
      field: 'enrich',
      message: `${missing} of these people were not shown by a search of this workspace, or too long ago.`,
    })
  const { rows: clock } = await sql<{ since: Date }>`
    select now() - make_interval(days => ${askedAgainAfterDays}::int) as since`.execute(db)
  const notSince = clock[0]?.since as Date
  const all = wish.ids.map((id) => rows.get(id) as ProspectRow)
  const asked = all.filter((row) => row.call_id === null && isDue(row, wish, notSince)).map((row) => row.their_id)
  const elsewhere = all.filter((row) => row.call_id !== null).map((row) => row.their_id)
  return { asked, elsewhere, most: priceOf(asked.length, wish.withMobiles) }
}

/** Longer than all calls of one enrichment take together: past it, its process is gone. */
const leaseSeconds = 300

/**
 * Writes down the calls that are to be made, with the most that they can cost. Of several at once each person is in one. Throws where the
 * budget, or what the caller agreed to, does not cover them.
 */
export const reserveCalls = async (
  db: Db,
  orgId: string,
  wish: EnrichmentWish,
  by: { readonly connectionId: string; readonly personId: string; readonly newId: () => string },
): Promise<{ readonly calls: readonly PlannedCall[]; readonly elsewhere: readonly string[] }> => {
  await lockCredits(db, orgId)
  const { asked, elsewhere, most } = await planEnrichment(db, orgId, wish)
  if (asked.length === 0) return { calls: [], elsewhere }
  if (wish.mostCredits !== undefined && most > wish.mostCredits)
    throw new Failure(prospectingErrors.prospecting_costs_more, {
      message: `This may cost ${most} credits, not ${wish.mostCredits}.`,
      facts: { credits: most },
    })
  const budget = await findCreditBudget(db, orgId)
  if (most > budget.left)
    throw new Failure(prospectingErrors.prospecting_budget_exhausted, {
      message: `This may cost ${most} credits; ${budget.left} of ${budget.limit} are left this month.`,
      facts: { credits: most, left: budget.left, resets_at: budget.resetsAt.toISOString() },
    })
  const calls: PlannedCall[] = []
  for (let at = 0; at < asked.length; at += mostEnrichedAtOnce) {
    const ids = asked.slice(at, at + mostEnrichedAtOnce)
    const { withMobiles } = wish
    calls.push({ id: by.newId(), ids, withMobiles, reserved: priceOf(ids.length, withMobiles) })
  }
  await db
    .insertInto('prospect_calls')
    .values(
      calls.map(({ id, ids, withMobiles, reserved }) => ({
        ...{ org_id: orgId, id, connection_id: by.connectionId, person_id: by.personId, people: ids.length },
        ...{ with_mobiles: withMobiles, reserved, lease_until: leaseOf(leaseSeconds) },
      })),
    )
    .execute()
  for (const { id, ids } of calls)
    await db
      .updateTable('prospects')
      .set({ call_id: id })
      .where('org_id', '=', orgId)
      .where('their_id', 'in', [...ids])
      .execute()
  return { calls, elsewhere }
}

export const leaseOf = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(seconds)})`
