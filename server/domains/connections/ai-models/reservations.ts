import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Together } from '#core/together.ts'
import { appliesTo, findClock, findLimits, lockBudgets, type OpenBudget, openBudgets } from './budgets.ts'
import type { AiFeature } from './choices.ts'
import { aiModelErrors } from './errors.ts'
import type { AiPrice } from './known-models.ts'
import { columnsOfPrice } from './models.ts'
import { type EndedCall, settleCalls, takeReservations } from './settlements.ts'

/** A call that is about to be made, and the dearest that it can become. */
export interface WantedCall {
  readonly id: string
  readonly personId: string | null
  readonly feature: AiFeature
  readonly provider: string
  readonly model: string
  /** Null: not known, and then it is made under no budget. */
  readonly price: AiPrice | null
  readonly most: { readonly inputTokens: number; readonly outputTokens: number }
  readonly mostNano: number
  readonly fallback: { readonly from: string; readonly reason: string } | null
  readonly requestId: string | null
}

type Wish = { readonly reserve: WantedCall } | { readonly settle: EndedCall }

/** A process says that its calls live; after so long without a word they are taken for lost. */
export const leaseMs = 90_000
export const leasedUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseMs / 1_000)})`

/** Reservations and settlements of one workspace, in batches: all of them change the same few rows. */
export const aiBooks: Together<Wish, null> = {
  name: 'ai books',
  most: 200,
  async run(db, orgId, wishes) {
    const settled = wishes.flatMap((wish) => ('settle' in wish ? [wish.settle] : []))
    const wanted = wishes.flatMap((wish) => ('reserve' in wish ? [wish.reserve] : []))
    // In one trip, and one after the other: all is read when the books are held.
    const [, { at, zone }, open, limits] = await Promise.all([
      lockBudgets(db, orgId),
      findClock(db, orgId),
      takeReservations(db, orgId, settled),
      wanted.length === 0 ? [] : findLimits(db, orgId),
    ])
    await settleCalls(db, orgId, settled, { open, at, zone })
    const budgets = await openBudgets(db, orgId, { at, zone }, limits)
    const refused = await reserveCalls(db, orgId, wanted, budgets)
    return wishes.map((wish) => ('reserve' in wish ? (refused.get(wish.reserve.id) ?? null) : null))
  },
}

/** In the order in which they came; those for which nothing is left get their error. */
const reserveCalls = async (
  db: Db,
  orgId: string,
  wanted: readonly WantedCall[],
  budgets: readonly OpenBudget[],
): Promise<ReadonlyMap<string, Failure>> => {
  const refused = new Map<string, Failure>()
  const rows = wanted.flatMap((call) => {
    const own = budgets.filter((budget) => appliesTo(budget, call))
    const refusal = refusalOf(own, call)
    if (refusal) {
      refused.set(call.id, refusal)
      return []
    }
    for (const budget of own) budget.reservedNano += call.mostNano
    return [rowOf(call, own)]
  })
  if (rows.length === 0) return refused
  const periods = budgets.map(({ id, startsAt, reservedNano }) => ({
    ...{ budget_id: id, starts_at: startsAt.toISOString(), reserved_nano: reservedNano },
  }))
  await sql`
    with periods as (
      update ai_budget_periods p set reserved_nano = g.reserved_nano
      from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as g (budget_id uuid, starts_at timestamptz, reserved_nano bigint)
      where p.org_id = ${orgId} and p.budget_id = g.budget_id and p.starts_at = g.starts_at)
    insert into ai_reservations (org_id, id, lease_until, person_id, feature, provider, model, input_nano, cached_nano, output_nano, currency,
      most_input_tokens, most_output_tokens, reserved_nano, budgets, fallback_from, fallback_reason, request_id)
    select ${orgId}, id, ${leasedUntil}, person_id, feature, provider, model, input_nano, cached_nano, output_nano, currency,
      most_input_tokens, most_output_tokens, reserved_nano, budgets, fallback_from, fallback_reason, request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, person_id uuid, feature text, provider text, model text,
      input_nano bigint, cached_nano bigint, output_nano bigint, currency text, most_input_tokens int, most_output_tokens int,
      reserved_nano bigint, budgets jsonb, fallback_from text, fallback_reason text, request_id text)`.execute(db)
  return refused
}

const refusalOf = (own: readonly OpenBudget[], { price, model, mostNano }: WantedCall): Failure | null => {
  if (own.length > 0 && price === null)
    return new Failure(aiModelErrors.ai_model_unpriced, { message: `The price of ${model} is not known.`, facts: { model } })
  const spent = own.find((budget) => budget.spentNano + budget.reservedNano + mostNano > budget.limitNano)
  if (!spent) return null
  const { scope, period, limitNano, endsAt } = spent
  return new Failure(aiModelErrors.ai_budget_exhausted, {
    message: `The ${scopeWords[scope]} budget of the ${period} is used up, or what is left is less than this call may cost.`,
    facts: { budget: { id: spent.id, scope, period, limit_nano: limitNano }, resets_at: endsAt.toISOString() },
  })
}

const scopeWords = { workspace: 'workspace’s', person: 'person’s', feature: 'feature’s' } as const

const rowOf = (call: WantedCall, own: readonly OpenBudget[]) => ({
  ...{ id: call.id, person_id: call.personId, feature: call.feature, provider: call.provider, model: call.model },
  ...columnsOfPrice(call.price),
  ...{ most_input_tokens: call.most.inputTokens, most_output_tokens: call.most.outputTokens },
  ...{ reserved_nano: call.mostNano, request_id: call.requestId },
  budgets: own.map(({ id, startsAt }) => ({ budget: id, starts_at: startsAt.toISOString() })),
  ...{ fallback_from: call.fallback?.from ?? null, fallback_reason: call.fallback?.reason.slice(0, 300) ?? null },
})
