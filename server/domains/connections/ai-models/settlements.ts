import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId, nilId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { type AiUsage, aiProviders } from '#ports/ai.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { type Clock, countsFor } from './budgets.ts'
import type { AiCause, AiOutcome } from './choices.ts'
import type { AiPrice } from './known-models.ts'
import { columnsOfPrice, costOf, priceOfRow, usedTokens } from './models.ts'

/** How a call ended. */
export interface EndedCall {
  readonly id: string
  readonly outcome: Exclude<AiOutcome, 'unknown' | 'correction'>
  /** Null of one that was answered, or whose caller went away. */
  readonly cause: AiCause | null
  /** Null where its provider did not tell: then the most that it can have been counts. */
  readonly usage: AiUsage | null
  /** The provider did not end the call: what it told was so far, and `usage` is the most that it can have been since. */
  readonly isPartial?: boolean
  /** The price of a token for that usage; null where it is not known. */
  readonly price: AiPrice | null
  /** What was received of the answer, where no usage was told: each byte counts as a token. Null: it was lost, and counts at its longest. */
  readonly receivedBytes: number | null
  /** Nothing was sent, or it was refused before a model saw it. */
  readonly isFree: boolean
}

/** A call as the ledger has it. */
interface Settled {
  readonly cause: AiCause | null
  readonly outcome: Exclude<AiOutcome, 'correction'>
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly isEstimated: boolean
  readonly costNano: number
  readonly price: AiPrice | null
}

type Reservation = Selectable<Tables['ai_reservations']>

const noTokens = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }

/** What a call cost: as its provider told, or the most that it can have been. */
const settledOf = (
  call: Reservation,
  { outcome, cause, usage, isPartial = false, receivedBytes, isFree, ...ended }: EndedCall,
): Settled => {
  const price = usage ? ended.price : priceOfRow(call)
  const most = { inputTokens: call.most_input_tokens, outputTokens: call.most_output_tokens }
  const tokens = usage ?? (isFree ? noTokens : usedTokens(most, receivedBytes))
  const isEstimated = isPartial || (usage === null && !isFree)
  return { outcome, cause, ...tokens, price, isEstimated, costNano: costOf(price, tokens) }
}

/** Takes the reservations of calls that ended, to be settled in the same transaction. */
export const takeReservations = async (db: Db, orgId: string, ended: readonly EndedCall[]): Promise<readonly Reservation[]> => {
  if (ended.length === 0) return []
  const { rows } = await sql<Reservation>`
    delete from ai_reservations where org_id = ${orgId} and id = any(${ended.map(({ id }) => id)}::uuid[]) returning *`.execute(
    db,
  )
  return rows
}

/** Ends calls, each once: one that is not under way any more was charged as lost, and what it did cost is a correction of that. */
export const settleCalls = async (
  db: Db,
  orgId: string,
  ended: readonly EndedCall[],
  { open, at, zone }: Clock & { readonly open: readonly Reservation[] },
): Promise<void> => {
  if (ended.length === 0) return
  const byId = new Map(open.map((row) => [row.id, row]))
  const booked = ended.flatMap((end) => {
    const call = byId.get(end.id)
    byId.delete(end.id)
    return call ? [{ call, settled: settledOf(call, end) }] : []
  })
  await book(db, orgId, booked, { at, zone })
  const late = ended.filter(({ id, usage, isPartial }) => usage !== null && !isPartial && !open.some((row) => row.id === id))
  for (const end of late) await correctLost(db, orgId, end, { at, zone })
}

/** All that they could have cost is charged, for that is what may be on the bill. */
export const chargeLost = async (db: Db, orgId: string, ids: readonly string[], clock: Clock): Promise<number> => {
  const { rows } = await sql<Reservation>`
    delete from ai_reservations where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and lease_until < now() returning *`.execute(
    db,
  )
  const booked = rows.map((call) => {
    const tokens = { inputTokens: call.most_input_tokens, cachedTokens: 0, outputTokens: call.most_output_tokens }
    const price = priceOfRow(call)
    const settled: Settled = {
      outcome: 'unknown',
      cause: null,
      ...tokens,
      price,
      isEstimated: true,
      costNano: call.reserved_nano,
    }
    return { call, settled }
  })
  await book(db, orgId, booked, clock)
  return rows.length
}

/** Its process had been frozen, or was cut off from the database: it was charged as lost, and now it tells what it was. */
const correctLost = async (db: Db, orgId: string, { id, usage }: EndedCall, clock: Clock): Promise<void> => {
  const lost = await db
    .selectFrom('ai_ledger')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('outcome', '=', 'unknown')
    .executeTakeFirst()
  if (!lost || !usage) return
  const costNano = costOf(priceOfRow(lost), usage)
  await correctCall(db, orgId, lost, { costNano, reason: 'Its provider’s figures came late.' }, clock)
}

type LedgerRow = Selectable<Tables['ai_ledger']>

/** Books the difference to what a call did cost. A row that was corrected once is not corrected again. */
export const correctCall = async (
  db: Db,
  orgId: string,
  row: LedgerRow,
  { costNano, reason }: { readonly costNano: number; readonly reason: string },
  { at, zone }: Clock,
): Promise<boolean> => {
  const before = await db
    .selectFrom('ai_ledger')
    .select('id')
    .where('org_id', '=', orgId)
    .where('corrects', '=', row.id)
    .executeTakeFirst()
  if (before) return false
  const { person_id, feature, provider, model, currency, request_id } = row
  const correction = {
    ...{ org_id: orgId, id: newId(), at: row.at, ended_at: at, person_id, feature, provider, model, currency, request_id },
    ...{ outcome: 'correction', input_tokens: 0, cached_tokens: 0, output_tokens: 0, is_estimated: false },
    ...{ cost_nano: costNano - row.cost_nano, corrects: row.id, reason },
  }
  await db.insertInto('ai_ledger').values(correction).execute()
  const isEstimated = row.is_estimated ? costNano - row.cost_nano : 0
  await count(db, orgId, [{ ...correction, calls: 0, estimated_nano: isEstimated, reserved_nano: 0, budgets: [] }], zone)
  return true
}

const book = async (
  db: Db,
  orgId: string,
  booked: readonly { readonly call: Reservation; readonly settled: Settled }[],
  { at, zone }: Clock,
): Promise<void> => {
  if (booked.length === 0) return
  const rows = booked.map(({ call, settled }) => ({
    ...{ org_id: orgId, id: call.id, at: call.made_at, ended_at: at, person_id: call.person_id, feature: call.feature },
    ...{ provider: call.provider, model: call.model, outcome: settled.outcome, is_estimated: settled.isEstimated },
    ...{ input_tokens: settled.inputTokens, cached_tokens: settled.cachedTokens, output_tokens: settled.outputTokens },
    ...columnsOfPrice(settled.price),
    ...{ cost_nano: settled.costNano, fallback_from: call.fallback_from, fallback_reason: call.fallback_reason },
    ...{ request_id: call.request_id, reason: settled.cause },
  }))
  await db.insertInto('ai_ledger').values(rows).execute()
  const counted = rows.map((row, index) => {
    const call = booked[index]?.call as Reservation
    const budgets = call.budgets as unknown as { budget: string; starts_at: string }[]
    return {
      ...row,
      calls: 1,
      estimated_nano: row.is_estimated ? row.cost_nano : 0,
      reserved_nano: call.reserved_nano,
      budgets,
    }
  })
  await count(db, orgId, counted, zone)
}

/** What the sums of days and budgets need of a row of the ledger. */
interface Counted {
  readonly at: Date
  readonly person_id: string | null
  readonly feature: string
  readonly provider: string
  readonly model: string
  readonly calls: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  readonly cost_nano: number
  readonly estimated_nano: number
  readonly reserved_nano: number
  readonly budgets: readonly { readonly budget: string; readonly starts_at: string }[]
}

/** A budget counts what was asked in its period; what was reserved in it is free again. */
const count = async (db: Db, orgId: string, rows: readonly Counted[], zone: string): Promise<void> => {
  const days = rows.map(({ budgets: _, ...row }) => ({
    ...row,
    day: dayOf(row.at, zone),
    person_id: row.person_id ?? nilId,
  }))
  await sql`
    insert into ai_usage (org_id, day, person_id, feature, provider, model, calls, input_tokens, cached_tokens, output_tokens, cost_nano,
      estimated_nano)
    select ${orgId}, day, person_id, feature, provider, model, sum(calls), sum(input_tokens), sum(cached_tokens), sum(output_tokens),
      sum(cost_nano), sum(estimated_nano)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as g (day date, person_id uuid, feature text, provider text, model text, calls int,
      input_tokens bigint, cached_tokens bigint, output_tokens bigint, cost_nano bigint, estimated_nano bigint)
    group by day, person_id, feature, provider, model
    on conflict (org_id, day, person_id, feature, provider, model) do update set calls = ai_usage.calls + excluded.calls,
      input_tokens = ai_usage.input_tokens + excluded.input_tokens, cached_tokens = ai_usage.cached_tokens + excluded.cached_tokens,
      output_tokens = ai_usage.output_tokens + excluded.output_tokens, cost_nano = ai_usage.cost_nano + excluded.cost_nano,
      estimated_nano = ai_usage.estimated_nano + excluded.estimated_nano`.execute(db)
  const counted = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as g (at timestamptz, person_id uuid, feature text, cost_nano bigint, reserved_nano bigint, budgets jsonb))
    update ai_budget_periods p set
      spent_nano = p.spent_nano + coalesce((select sum(g.cost_nano) from given g
        where g.at >= p.starts_at and g.at < p.ends_at
          and ${countsFor('g')}), 0),
      reserved_nano = p.reserved_nano - coalesce((select sum(g.reserved_nano) from given g, jsonb_to_recordset(g.budgets)
        as r (budget uuid, starts_at timestamptz) where r.budget = p.budget_id and r.starts_at = p.starts_at), 0)
    from ai_budgets b
    where p.org_id = ${orgId} and b.org_id = p.org_id and b.id = p.budget_id
      and p.ends_at > (select min(g.at) from given g)`.execute(db)
}

/** Workspaces that have asked something, or are connected to who could be asked. */
export const findOrgsWithAi = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from orgs_with_ai(${[...aiProviders]})`.execute(db)
  return rows.map(({ org_id: orgId }) => orgId)
}

/** Workspaces that have asked something. */
export const findOrgsWithLedger = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from orgs_with_ai_ledger()`.execute(db)
  return rows.map(({ org_id: orgId }) => orgId)
}
