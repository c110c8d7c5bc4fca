import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type NewEvent, recordAll } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice, Reference, shape } from '#shapes'
import type { Employed } from '../companies/companies.ts'
import { type ContactRow, lockMergeGroups } from '../identities/merge-groups.ts'
import { rootId } from '../identities/root-ids.ts'
import { recordDealChange } from './deal-changes.ts'
import { dealFactsOf } from './deal-facts.ts'
import { dealErrors } from './errors.ts'
import { type Decided, dealKinds, type MadeDeal, makeDeals, type NewDeal } from './new-deals.ts'
import { Chance, StageKind, type StageRow } from './pipelines.ts'
import { TaskKind } from './tasks.ts'

export const DealKind = choice('DealKind', dealKinds)
export type DealKind = z.output<typeof DealKind>

/** `linked`: it went into another deal of the same person. */
export const dealStates = ['open', 'won', 'lost', 'linked'] as const
export const DealState = choice('DealState', dealStates)
export type DealState = z.output<typeof DealState>

export type DealRow = Selectable<Tables['deals']>

// ── Making one ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The open deal of a person: the newest that there is, or one that is made now, in the first stage of the default pipeline,
 * with an assignee, a first task and the clock of the first reply. The caller locks the contact until the commit, so
 * that any number of callers at once find or make one and the same.
 */
export const openDealFor = async (
  db: Db,
  orgId: string,
  given: NewDeal,
): Promise<{ dealId: string; isNew: boolean; assignedTo: string | null }> => {
  const mergeGroup = await lockMergeGroups(db, orgId, [given.contactId])
  const open = await db
    .selectFrom('deals')
    .select(['id', 'assigned_to'])
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', [...mergeGroup.keys(), given.contactId])
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (open) return { dealId: open.id, isNew: false, assignedTo: open.assigned_to }
  const contactId = mergeGroup.get(given.contactId)?.root_id ?? given.contactId
  return { ...(await makeDeal(db, orgId, { ...given, contactId }, { people: mergeGroup })), isNew: true }
}

/**
 * The open deals of several people, as `openDealFor` finds or makes one, and what is to be told of those that are made: by the id of the
 * record that stands for each. The caller holds the families of all, but of those that were `made` for them, who have nothing yet.
 */
export const openDealsFor = async (
  db: Db,
  orgId: string,
  wanted: readonly NewDeal[],
  { held, made: others }: { readonly held: ReadonlyMap<string, ContactRow>; readonly made: ReadonlyMap<string, Employed> },
): Promise<{ deals: ReadonlyMap<string, string>; events: readonly NewEvent[] }> => {
  const personOf = (id: string): string => held.get(id)?.root_id ?? id
  const people = new Set(wanted.map(({ contactId }) => contactId))
  if ([...people].some((id) => !held.has(id) && !others.has(id))) throw new Error('a deal of a contact that is not locked')
  const records = [...held.keys()].filter((id) => people.has(personOf(id)))
  const open =
    records.length === 0
      ? []
      : await db
          .selectFrom('deals')
          .select(['id', 'contact_id'])
          .where('org_id', '=', orgId)
          .where('contact_id', '=', sql<string>`any(${records}::uuid[])`)
          .where('state', '=', 'open')
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute()
  // The newest of each comes last.
  const deals = new Map(open.flatMap(({ id, contact_id }) => (contact_id === null ? [] : [[personOf(contact_id), id]])))
  const lacking = wanted.filter(({ contactId }) => !deals.has(contactId))
  const { made, events } = await makeDeals(db, orgId, lacking, { people: new Map([...others, ...held]) })
  for (const [at, { contactId }] of lacking.entries()) deals.set(contactId, made[at]?.dealId as string)
  return { deals, events }
}

/** Creates a deal of a contact that the caller has locked. */
export const makeDeal = async (
  db: Db,
  orgId: string,
  given: NewDeal,
  decided: Decided & { readonly people: ReadonlyMap<string, Employed> },
): Promise<MadeDeal> => {
  const { made, events } = await makeDeals(db, orgId, [given], decided)
  await recordAll(db, orgId, events)
  return made[0] as MadeDeal
}

/** Writes down that a deal came into a stage: who did it, and why. */
export const recordMove = async (
  db: Db,
  orgId: string,
  move: {
    readonly dealId: string
    readonly from: string | null
    readonly to: string
    readonly personId: string | null
    readonly cause: string
    readonly why: string | null
    /** How it stood: for an undo. */
    readonly before?: StandingBefore
  },
): Promise<string> => {
  const { before } = move
  const row = {
    ...{ org_id: orgId, id: newId(), deal_id: move.dealId, from_stage_id: move.from, to_stage_id: move.to },
    ...{ person_id: move.personId, cause: move.cause, why: move.why },
    ...(before && {
      ...{ before_rank: before.rank, before_lost_reason: before.lostReason },
      ...{ before_stage_since: exactly(before.stageSince), before_closed_at: exactly(before.closedAt) },
    }),
  }
  await db.insertInto('deal_moves').values(row).execute()
  return row.id
}

/** How a deal stood before a move. Times as the database writes them, to the microsecond. */
export interface StandingBefore {
  readonly rank: string
  readonly stageSince: string
  readonly closedAt: string | null
  readonly lostReason: string | null
}

/** A time as the database wrote it: a `Date` has milliseconds only. */
export const exactly = (at: string | null) => sql<Date>`${at}::timestamptz`

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Anonymous callers are told a random id of a deal (version 4): its own begins with the time at which it was made. Members may use
 * either wherever a deal is named.
 */
const idColumn = (dealId: string): 'id' | 'public_id' => (dealId[14] === '4' ? 'public_id' : 'id')

/** By its id, or by the one that an anonymous caller was told. */
export const findDeal = (db: Db, orgId: string, dealId: string): Promise<DealRow | undefined> =>
  db
    .selectFrom('deals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(idColumn(dealId), '=', dealId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Whose a deal is. Throws `deal_has_no_contact`. */
export const contactIdOf = (deal: Pick<DealRow, 'contact_id'>): string => {
  if (deal.contact_id === null) throw new Failure(dealErrors.deal_has_no_contact)
  return deal.contact_id
}

/** Finds a deal and locks it until the transaction ends: lock it first to move or assign it. */
export const lockDeal = (db: Db, orgId: string, dealId: string): Promise<DealRow | undefined> =>
  db
    .selectFrom('deals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(idColumn(dealId), '=', dealId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The newest open deal that was made of a lead. */
export const findDealOfLead = (db: Db, orgId: string, leadId: string) =>
  db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', orgId)
    .where('lead_id', '=', leadId)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A deal as lists and the board show it. */
export const Deal = shape('Deal', {
  id: z.uuid(),
  name: z.string(),
  status: z.string().describe('The slug of its stage, such as `new_lead`'),
  stage: shape('DealStage', { id: z.uuid(), slug: z.string(), name: z.string(), kind: StageKind, chance: Chance.nullable() }),
  pipeline_id: z.uuid(),
  state: DealState,
  kind: DealKind.describe('Its origin'),
  contact: shape('DealContact', {
    id: z.uuid(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('E.164'),
  })
    .nullable()
    .describe('Its first contact. Null: the deal stands with its company, or alone'),
  company: Reference.nullable(),
  business_name: z.string().nullable(),
  industry: z.string().nullable(),
  value_minor: z.int().nullable().describe('In the smallest unit of the currency'),
  currency: z.string().nullable().describe('ISO 4217'),
  close_on: z.iso.date().nullable().describe('When it is expected to close'),
  chance: Chance.nullable().describe('Per cent, of this deal; null: that of its stage'),
  assigned_to: z.uuid().nullable(),
  assigned_name: z.string().nullable(),
  assigned_because: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Reason: `{rule: "turns", turns, of, away}` (round robin: fewest assignments among the available members), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}`',
    ),
  rank: z.string().describe('Position in the column: smaller bytes are higher'),
  lost_reason: z.string().nullable(),
  prd_state: choice('PrdState', ['none', 'given', 'queued', 'written', 'failed']),
  response: shape('DealResponse', {
    due_at: z.iso.datetime().nullable().describe('Null: no first reply is due'),
    responded_at: z.iso.datetime().nullable(),
  }),
  next_task: shape('DealTask', {
    id: z.uuid(),
    kind: TaskKind,
    title: z.string(),
    due_at: z.iso.datetime().nullable(),
  }).nullable(),
  lead_id: z.uuid().nullable(),
  stage_since: z.iso.datetime(),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})

/** Deals as shown. The caller filters. */
const shownDeals = (db: Db, orgId: string) =>
  db
    .selectFrom('deals')
    .innerJoin('stages', (join) => join.on('stages.org_id', '=', orgId).onRef('stages.id', '=', 'deals.stage_id'))
    // Each looked up by its key, whatever the planner believes of tables that it has not counted yet.
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('contacts')
          .select(rootId('contacts').as('root_id'))
          .where('contacts.org_id', '=', orgId)
          .whereRef('contacts.id', '=', 'deals.contact_id')
          .limit(1)
          .as('record'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('contacts')
          .select(['contacts.id', 'contacts.full_name', 'contacts.email', 'contacts.phone', 'contacts.company_id'])
          .where('contacts.org_id', '=', orgId)
          .whereRef('contacts.id', '=', 'record.root_id')
          .where('contacts.removed_at', 'is', null)
          .limit(1)
          .as('person'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('companies')
          .select(['companies.id', 'companies.name'])
          .where('companies.org_id', '=', orgId)
          .where(
            'companies.id',
            '=',
            sql<string>`(
              select ${rootId('g')} from companies g
              where g.org_id = deals.org_id
                and g.id = case when deals.company_id is null then person.company_id else deals.company_id end)`,
          )
          .where('companies.deleted_at', 'is', null)
          .limit(1)
          .as('employer'),
      (join) => join.onTrue(),
    )
    .leftJoin('directory.people as owner', 'owner.id', 'deals.assigned_to')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('tasks')
          .select(['tasks.id', 'tasks.kind', 'tasks.title', 'tasks.due_at'])
          .where('tasks.org_id', '=', orgId)
          .whereRef('tasks.deal_id', '=', 'deals.id')
          .where('tasks.done_at', 'is', null)
          .where('tasks.deleted_at', 'is', null)
          // Not by the column: its index would be read from the most urgent task of all, until one is of this deal.
          .orderBy(sql`coalesce(tasks.due_at, 'infinity')`)
          .orderBy('tasks.id')
          .limit(1)
          .as('next_task'),
      (join) => join.onTrue(),
    )
    .where('deals.org_id', '=', orgId)
    .select([
      ...(['deals.id', 'deals.name', 'deals.pipeline_id', 'deals.state', 'deals.kind', 'deals.business_name'] as const),
      ...(['deals.industry', 'deals.value_minor', 'deals.currency', 'deals.assigned_to', 'deals.assigned_because'] as const),
      ...([
        'deals.rank',
        'deals.lost_reason',
        'deals.prd_state',
        'deals.close_on',
        'deals.chance',
        'deals.response_due_at',
        'deals.responded_at',
      ] as const),
      ...(['deals.lead_id', 'deals.stage_since', 'deals.created_at', 'deals.closed_at', 'deals.stage_id'] as const),
      ...([
        'stages.slug as stage_slug',
        'stages.name as stage_name',
        'stages.kind as stage_kind',
        'stages.chance as stage_chance',
      ] as const),
      ...(['person.id as contact_id', 'person.full_name', 'person.email', 'person.phone'] as const),
      ...(['employer.id as company_id', 'employer.name as company_name', 'owner.name as assigned_name'] as const),
      ...(['next_task.id as task_id', 'next_task.kind as task_kind', 'next_task.title as task_title'] as const),
      'next_task.due_at as task_due_at',
    ])

export type ShownDeal = Awaited<ReturnType<ReturnType<typeof shownDeals>['execute']>>[number]

/** One deal as it is sent; undefined when there is none. */
export const showDeal = async (db: Db, orgId: string, dealId: string): Promise<z.output<typeof Deal> | undefined> => {
  const row = await shownDeals(db, orgId).where('deals.id', '=', dealId).executeTakeFirst()
  return row && sentDeal(row)
}

/** Several, in the order of the ids. */
export const showDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<z.output<typeof Deal>[]> => {
  if (ids.length === 0) return []
  const rows = await shownDeals(db, orgId).where('deals.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [sentDeal(row)] : []
  })
}

export const sentDeal = (row: ShownDeal): z.output<typeof Deal> => ({
  id: row.id,
  name: row.name,
  status: row.stage_slug,
  stage: {
    ...{ id: row.stage_id, slug: row.stage_slug, name: row.stage_name, chance: row.stage_chance },
    kind: row.stage_kind as StageRow['kind'] as 'open',
  },
  pipeline_id: row.pipeline_id,
  state: DealState.parse(row.state),
  kind: DealKind.parse(row.kind),
  contact: row.contact_id === null ? null : { id: row.contact_id, name: row.full_name, email: row.email, phone: row.phone },
  company: row.company_id && row.company_name ? { id: row.company_id, name: row.company_name } : null,
  business_name: row.business_name,
  industry: row.industry,
  value_minor: row.value_minor,
  currency: row.currency,
  close_on: row.close_on,
  chance: row.chance,
  assigned_to: row.assigned_to,
  assigned_name: row.assigned_name,
  assigned_because: row.assigned_because as Record<string, unknown> | null,
  rank: row.rank,
  lost_reason: row.lost_reason,
  prd_state: row.prd_state as 'none',
  response: { due_at: row.response_due_at?.toISOString() ?? null, responded_at: row.responded_at?.toISOString() ?? null },
  next_task:
    row.state === 'open' && row.task_id && row.task_kind && row.task_title !== null
      ? {
          id: row.task_id,
          kind: row.task_kind as 'wait',
          title: row.task_title,
          due_at: row.task_due_at?.toISOString() ?? null,
        }
      : null,
  lead_id: row.lead_id,
  stage_since: row.stage_since.toISOString(),
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})

/** Renames a deal that still has the name that it was given by itself. */
export const renameDeal = async (
  db: Db,
  orgId: string,
  dealId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const named = await db
    .updateTable('deals')
    .set({ name: to, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('name', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (named) await recordDealChange(db, orgId, dealId, 'renamed', { ...(await dealFactsOf(db, orgId, dealId)), name: from })
}
