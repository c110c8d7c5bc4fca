import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { addDays, dayOf, firstMomentAt } from '#shapes/wall-clocks.ts'
import type { AiBudgetPeriod, AiBudgetScope, AiFeature } from './choices.ts'

/** A budget in the day or month that it is now. */
export interface OpenBudget {
  readonly id: string
  readonly scope: AiBudgetScope
  readonly subject: string
  readonly period: AiBudgetPeriod
  readonly limitNano: number
  readonly startsAt: Date
  readonly endsAt: Date
  spentNano: number
  reservedNano: number
}

/** The day or month of a moment on the clock of a zone. */
export const periodAt = (
  period: AiBudgetPeriod,
  at: Date,
  zone: string,
): { readonly startsAt: Date; readonly endsAt: Date } => {
  const day = dayOf(at, zone)
  const first = period === 'day' ? day : firstOfMonth(day)
  const next = period === 'day' ? addDays(first, 1) : firstOfMonth(addDays(first, 31))
  const midnight = (of: string): Date => new Date(firstMomentAt(of, '00:00', zone))
  return { startsAt: midnight(first), endsAt: midnight(next) }
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

export const appliesTo = (
  { scope, subject }: Pick<OpenBudget, 'scope' | 'subject'>,
  { personId, feature }: { readonly personId: string | null; readonly feature: AiFeature },
): boolean => scope === 'workspace' || (scope === 'person' ? subject === personId : subject === feature)

/** The zone of the workspace and the database's clock, which every process shares. */
export interface Clock {
  readonly at: Date
  readonly zone: string
}

export const findClock = async (db: Db, orgId: string): Promise<Clock> => {
  const { at, time_zone: zone } = await db
    .selectFrom('orgs')
    .select(['time_zone', sql<Date>`clock_timestamp()`.as('at')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { at, zone }
}

/** What a workspace spends is changed by one transaction at a time: a period that begins counts the ledger, and no row of it may come meanwhile. */
export const lockBudgets = async (db: Db, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ai budgets ${orgId}`}, 0))`.execute(db)
}

/** Whether a row of the ledger, or one like it, counts for a budget `b`: `appliesTo` in SQL. */
export const countsFor = (row: 'l' | 'g' | 'r') => {
  const [person, feature] = [sql.ref(`${row}.person_id`), sql.ref(`${row}.feature`)]
  return sql`(b.scope = 'workspace' or b.subject = case b.scope when 'person' then ${person}::text else ${feature} end)`
}

/** What the ledger has of a budget `b` in a period `g` or `p`. */
export const spentIn = (period: 'g' | 'p') => sql`
  (select coalesce(sum(l.cost_nano), 0)::bigint from ai_ledger l
    where l.org_id = b.org_id and l.at >= ${sql.ref(`${period}.starts_at`)} and l.at < ${sql.ref(`${period}.ends_at`)}
      and ${countsFor('l')})`

/** What calls that were under way before a period `g` of a budget `b` was known may still cost of it. */
const reservedIn = sql`
  (select coalesce(sum(r.reserved_nano), 0)::bigint from ai_reservations r
    where r.org_id = b.org_id and r.made_at >= g.starts_at and r.made_at < g.ends_at and ${countsFor('r')})`

type Limit = Selectable<Tables['ai_budgets']>

/** The budgets of a workspace, whatever was spent of them. */
export const findLimits = (db: Db, orgId: string): Promise<Limit[]> =>
  db.selectFrom('ai_budgets').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

const periodsOf = (orgId: string, { at, zone }: Clock, budgets: readonly Limit[]) => {
  const periods = budgets.map(({ id, period }) => ({ budget_id: id, ...spanOf(period as AiBudgetPeriod, at, zone) }))
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as g (budget_id uuid, starts_at timestamptz, ends_at timestamptz)
    join ai_budgets b on b.org_id = ${orgId} and b.id = g.budget_id`
  return { budgets, given }
}

/**
 * The budgets of a workspace as they stand at a moment, to be changed; their lock is held. A period begins with what the ledger has of it, for a
 * budget may be set in the middle of a month, and with what is reserved for calls under way: from then on they count for it, too.
 */
export const openBudgets = async (db: Db, orgId: string, clock: Clock, limits: readonly Limit[]): Promise<OpenBudget[]> => {
  const periods = periodsOf(orgId, clock, limits)
  if (periods.budgets.length === 0) return []
  await sql`
    with given as (select b.org_id, b.scope, b.subject, g.* from ${periods.given}
      where not exists (select from ai_budget_periods p
        where p.org_id = b.org_id and p.budget_id = g.budget_id and p.starts_at = g.starts_at)),
    noted as (
      update ai_reservations r set budgets = r.budgets || n.more
      from (
        select r.id, jsonb_agg(jsonb_build_object('budget', b.budget_id, 'starts_at', b.starts_at)) as more
        from given b join ai_reservations r
          on r.org_id = ${orgId} and r.made_at >= b.starts_at and r.made_at < b.ends_at and ${countsFor('r')}
        group by r.id) n
      where r.org_id = ${orgId} and r.id = n.id)
    insert into ai_budget_periods (org_id, budget_id, starts_at, ends_at, spent_nano, reserved_nano)
    select ${orgId}, g.budget_id, g.starts_at, g.ends_at, ${spentIn('g')}, ${reservedIn}
    from given g join ai_budgets b on b.org_id = ${orgId} and b.id = g.budget_id
    on conflict do nothing`.execute(db)
  return readBudgets(db, periods)
}

/** The same, to be shown. */
export const findBudgets = async (db: Db, orgId: string, clock: Clock): Promise<OpenBudget[]> =>
  readBudgets(db, periodsOf(orgId, clock, await findLimits(db, orgId)))

const readBudgets = async (db: Db, { budgets, given }: ReturnType<typeof periodsOf>): Promise<OpenBudget[]> => {
  if (budgets.length === 0) return []
  const { rows } = await sql<{ id: string; starts_at: Date; ends_at: Date; spent_nano: number; reserved_nano: number }>`
    select g.budget_id as id, g.starts_at, g.ends_at, coalesce(p.spent_nano, ${spentIn('g')}) as spent_nano,
      coalesce(p.reserved_nano, ${reservedIn}) as reserved_nano
    from ${given}
    left join ai_budget_periods p on p.org_id = b.org_id and p.budget_id = g.budget_id and p.starts_at = g.starts_at`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return budgets.flatMap(({ id, scope, subject, period, limit_nano: limitNano }) => {
    const row = found.get(id)
    if (!row) return []
    const of = { id, scope: scope as AiBudgetScope, subject, period: period as AiBudgetPeriod, limitNano }
    const { starts_at: startsAt, ends_at: endsAt, spent_nano: spentNano, reserved_nano: reservedNano } = row
    return [{ ...of, startsAt, endsAt, spentNano, reservedNano }]
  })
}

const spanOf = (period: AiBudgetPeriod, at: Date, zone: string) => {
  const { startsAt, endsAt } = periodAt(period, at, zone)
  return { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() }
}
