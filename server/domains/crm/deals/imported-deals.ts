import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Within } from '#core/within.ts'
import { hasParts } from '../records/attached-parts.ts'
import type { DealRow } from './deals.ts'
import { dealEvents } from './events.ts'
import { rankOnTop } from './ranks.ts'

/** A stage that stands. */
export interface ImportedStage {
  readonly id: string
  readonly pipeline_id: string
  readonly kind: 'open' | 'won' | 'lost'
}

/** A deal that is read from another system, under the id that it gets here. */
export interface ImportedDeal {
  readonly id: string
  readonly name: string
  readonly contact_id: string | null
  readonly company_id: string | null
  readonly stage: ImportedStage
  readonly value: { readonly minor: number; readonly currency: string } | null
  readonly assigned_to: string | null
  /** Of a lost one. */
  readonly lost_reason: string
  /** Contacts beside the first. */
  readonly people: readonly string[]
}

/** Why a member has a deal that came from another system: they had it there. */
const importedBecause = { rule: 'import' } as const

/**
 * Adds deals, in few statements: without a task, a clock, a turn of the rotation or an event of their own. What is next for them was
 * planned elsewhere.
 */
export const addImportedDeals = async (db: Db, orgId: string, deals: readonly ImportedDeal[]): Promise<void> => {
  if (deals.length === 0) return
  const rows = deals.map(({ stage, value, people: _people, lost_reason, ...deal }) => ({
    ...deal,
    ...{ pipeline_id: stage.pipeline_id, stage_id: stage.id, state: stage.kind, rank: rankOnTop(deal.id), move_id: newId() },
    ...{ value_minor: value?.minor ?? null, currency: value?.currency ?? null },
    lost_reason: stage.kind === 'lost' ? lost_reason : null,
    assigned_because: deal.assigned_to === null ? null : importedBecause,
  }))
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, name text, contact_id uuid, company_id uuid,
        pipeline_id uuid, stage_id uuid, state text, rank text, move_id uuid, value_minor bigint, currency text, assigned_to uuid,
        assigned_because jsonb, lost_reason text)),
    made as (
      insert into deals (org_id, id, contact_id, company_id, name, kind, pipeline_id, stage_id, state, rank, value_minor, currency,
        assigned_to, assigned_because, assigned_at, lost_reason, closed_at)
      select ${orgId}, id, contact_id, company_id, name, 'import', pipeline_id, stage_id, state, rank, value_minor, currency,
        assigned_to, assigned_because, case when assigned_to is not null then now() end, lost_reason,
        case when state <> 'open' then now() end
      from given)
    insert into deal_moves (org_id, id, deal_id, to_stage_id, cause) select ${orgId}, move_id, id, stage_id, 'import' from given`.execute(
    db,
  )
  await addPeople(
    db,
    orgId,
    deals.flatMap(({ id, people }) => people.map((contactId) => ({ deal_id: id, contact_id: contactId }))),
  )
}

const addPeople = async (
  db: Db,
  orgId: string,
  people: readonly { readonly deal_id: string; readonly contact_id: string }[],
): Promise<void> => {
  if (people.length === 0) return
  await sql`
    insert into deal_people (org_id, deal_id, contact_id)
    select ${orgId}, g.deal_id, g.contact_id
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g (deal_id uuid, contact_id uuid)
    on conflict do nothing`.execute(db)
}

/** A deal with the contacts beside its first. */
export type DealWithPeople = DealRow & { readonly people: readonly string[] }

/** Locks deals until the transaction ends, always in the order of their ids. */
export const lockDeals = (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DealWithPeople>> =>
  readDeals(db, orgId, ids, true)

/** By their ids, as they are now. */
export const readDeals = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  isLocking = false,
): Promise<ReadonlyMap<string, DealWithPeople>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isLocking, (query) => query.forNoKeyUpdate())
    .execute()
  const beside = await db
    .selectFrom('deal_people')
    .select(['deal_id', 'contact_id'])
    .where('org_id', '=', orgId)
    .where('deal_id', 'in', ids)
    .orderBy('contact_id')
    .execute()
  const people = Map.groupBy(beside, ({ deal_id }) => deal_id)
  return new Map(
    rows.map((row) => [row.id, { ...row, people: (people.get(row.id) ?? []).map(({ contact_id }) => contact_id) }]),
  )
}

/** What an import writes over of one deal. */
export interface ImportedDealChange {
  readonly name?: string
  readonly contact_id?: string | null
  readonly company_id?: string | null
  readonly stage?: ImportedStage
  readonly value?: { readonly minor: number; readonly currency: string } | null
  readonly assigned_to?: string | null
  readonly people?: readonly string[]
  readonly lost_reason: string
}

/** Writes over what is given of a deal that the caller holds. A linked deal keeps its stage. Without an event of its own. */
export const writeImportedDeal = async (db: Db, deal: DealRow, change: ImportedDealChange): Promise<void> => {
  const { org_id: orgId, id } = deal
  const stage = deal.state === 'linked' || change.stage?.id === deal.stage_id ? undefined : change.stage
  const moveId = newId()
  await db
    .updateTable('deals')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.contact_id !== undefined && { contact_id: change.contact_id }),
      ...(change.company_id !== undefined && { company_id: change.company_id }),
      ...(change.value !== undefined && { value_minor: change.value?.minor ?? null, currency: change.value?.currency ?? null }),
      ...(change.assigned_to !== undefined && {
        assigned_to: change.assigned_to,
        assigned_because: change.assigned_to === null ? null : JSON.stringify(importedBecause),
        assigned_at: change.assigned_to === null ? null : sql<Date>`now()`,
      }),
      ...(stage && {
        ...{ pipeline_id: stage.pipeline_id, stage_id: stage.id, state: stage.kind, rank: rankOnTop(moveId) },
        lost_reason: stage.kind === 'lost' ? change.lost_reason : null,
        closed_at: stage.kind === 'open' ? null : sql<Date>`now()`,
        stage_since: sql<Date>`now()`,
      }),
      updated_at: sql<Date>`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  if (stage)
    await db
      .insertInto('deal_moves')
      .values({ org_id: orgId, id: moveId, deal_id: id, from_stage_id: deal.stage_id, to_stage_id: stage.id, cause: 'import' })
      .execute()
  if (change.people === undefined) return
  await db.deleteFrom('deal_people').where('org_id', '=', orgId).where('deal_id', '=', id).execute()
  await addPeople(
    db,
    orgId,
    change.people.map((contactId) => ({ deal_id: id, contact_id: contactId })),
  )
}

/** What goes with the stage or the owner of a deal, as JSON. */
export interface Beside {
  readonly lost_reason?: string | null
  readonly closed_at?: string | null
  readonly stage_since?: string
  readonly assigned_because?: object | null
  readonly assigned_at?: string | null
}

/** After an import is taken back, deals are lost, closed and assigned for the reasons and since the times of before. The last of a deal stands. */
export const restoreBeside = async (
  db: Db,
  orgId: string,
  deals: readonly { readonly id: string; readonly beside: Beside }[],
): Promise<void> => {
  const all = new Map<string, Beside>()
  for (const { id, beside } of deals) all.set(id, { ...all.get(id), ...beside })
  if (all.size === 0) return
  const rows = [...all].map(([id, beside]) => ({ id, beside }))
  await sql`
    update deals d set
      lost_reason = case when g.beside ? 'lost_reason' then g.beside ->> 'lost_reason' else d.lost_reason end,
      closed_at = case when g.beside ? 'closed_at' then (g.beside ->> 'closed_at')::timestamptz else d.closed_at end,
      stage_since = case when g.beside ? 'stage_since' then (g.beside ->> 'stage_since')::timestamptz else d.stage_since end,
      assigned_because = case when g.beside ? 'assigned_because' then nullif(g.beside -> 'assigned_because', 'null') else d.assigned_because end,
      assigned_at = case when g.beside ? 'assigned_at' then (g.beside ->> 'assigned_at')::timestamptz else d.assigned_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, beside jsonb)
    where d.org_id = ${joinedOrg(orgId)} and d.id = g.id`.execute(db)
}

/** Boards that are open are drawn again: once for many deals. */
export const wakeBoards = (db: Db, orgId: string): Promise<void> => wake(db, orgId, dealEvents.changed)

/**
 * Removes deals that an import made, as far as they are as it left them (`at`) and nothing was done with them here: no task, no message,
 * no document, and nothing attached to them. Answers those that are gone.
 */
export const removeImportedDeals = async (
  db: Db,
  orgId: string,
  deals: readonly { readonly id: string; readonly at: Date }[],
  within: Within,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from deals d
    join unnest(${deals.map(({ id }) => id)}::uuid[], ${deals.map(({ at }) => at)}::timestamptz[]) as g (id, at) on g.id = d.id
    where d.org_id = ${orgId} and d.kind = 'import' and d.state <> 'linked' and date_trunc('milliseconds', d.updated_at) <= g.at
      and not exists (select from deals x where x.org_id = d.org_id and x.linked_to = d.id)
      and not exists (select from tasks x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from assignments x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from conversations x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from messages x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from chat_sessions x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from calls x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from bookings x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from documents x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from proposals x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from design_links x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from contact_merges x where x.org_id = d.org_id and x.deal_id = d.id)
      and not exists (select from facts x where x.org_id = d.org_id and x.subject_kind = 'deal' and x.subject_id = d.id)
      and not ${await hasParts(db, orgId, within, 'd')}
    order by d.id for update of d`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return new Set()
  await sql`delete from deal_moves where org_id = ${orgId} and deal_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from deal_people where org_id = ${orgId} and deal_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from deals where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return new Set(ids)
}
