import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { cut } from '#shapes/texts.ts'
import { type Employed, type Employer, employersOf, eventsOfEmployers, findEmployers } from '../companies/companies.ts'
import { recordDealsOfLeads } from '../leads/states.ts'
import { type Because, type GivenTurn, turnsOf, turnsTaken } from './assignment.ts'
import type { DealFacts } from './deal-facts.ts'
import { dealEvents, taskEvents, taskFieldsOf } from './events.ts'
import { dealNotices } from './notices.ts'
import { defaultPipeline, lockFirstStage, type StageRow } from './pipelines.ts'
import { rankOnTop } from './ranks.ts'
import { firstAnswerOf } from './responses.ts'

/** How a deal began. */
export const dealKinds = ['prd', 'web_chat', 'whatsapp', 'voice', 'lead', 'manual', 'booking', 'import'] as const

export interface NewDeal {
  readonly contactId: string
  readonly kind: (typeof dealKinds)[number]
  readonly name: string
  readonly businessName?: string | null
  /** Left out: where its contact works. */
  readonly companyId?: string | undefined
  readonly industry?: string | null
  /** What the prospect wrote. */
  readonly asked?: unknown
  readonly leadId?: string | null
  /** A product requirements document that came along, or one that is being written. */
  readonly prd?: { readonly state: 'given'; readonly text: string } | { readonly state: 'queued' }
  /** What brought it: `prd`, `web_chat`, `whatsapp`, `voice`, `lead`, `booking`, `person`. */
  readonly cause: string
}

/** A stage that the caller has locked. */
type FirstStage = Pick<StageRow, 'id' | 'pipeline_id' | 'slug' | 'name' | 'kind'>

/** What of a deal is decided before it is made. Without a stage it begins in the first of the default pipeline; without an owner it is assigned by round robin. */
export interface Decided {
  readonly stage?: FirstStage
  readonly owner?: { readonly personId: string; readonly because: Because }
  readonly value?: { readonly minor: number; readonly currency: string } | null
  readonly personId?: string | null
  readonly why?: string | null
}

export interface MadeDeal {
  readonly dealId: string
  readonly assignedTo: string | null
}

/**
 * Creates deals, each with its first task and the clock of the first reply, in two statements however many. Answers them in their
 * order, and what is to be told of them. `people`: the contacts, which the caller has locked.
 */
export const makeDeals = async (
  db: Db,
  orgId: string,
  wanted: readonly NewDeal[],
  { people, ...decided }: Decided & { readonly people: ReadonlyMap<string, Employed> },
): Promise<{ made: readonly MadeDeal[]; events: readonly NewEvent[] }> => {
  if (wanted.length === 0) return { made: [], events: [] }
  const employers = employersOf(employedIn(wanted, people))
  const known = await findBeginnings(db, orgId, wanted, { employers, needsTurns: decided.owner === undefined })
  const stage = decided.stage ?? known[0]?.stage ?? (await lockFirstStage(db, orgId, (await defaultPipeline(db, orgId)).id))
  const turns = decided.owner
    ? wanted.map(() => decided.owner as NonNullable<Decided['owner']>)
    : turnsOf(known[0]?.turns ?? [], wanted.length)
  const deals = wanted.map((given, at) => {
    const begins = known[at]
    const turn = turns[at]
    if (!begins || !turn) throw new Error('a deal of a contact that is not there')
    return rowsOf(given, { ...decided, stage, turn, begins, companyId: given.companyId ?? begins.company_id })
  })
  const createdAt = await writeDeals(
    db,
    orgId,
    deals.map(({ row }) => row),
  )
  const leads = wanted.flatMap(({ leadId }) => leadId ?? [])
  const ofLeads = await recordDealsOfLeads(db, orgId, leads, decided.personId ?? null)
  for (const { row, because } of deals)
    if (because.rule === 'nobody')
      await raiseNotice(db, orgId, {
        notice: dealNotices.deal_unassigned,
        subjectId: row.id,
        facts: { name: row.name, away: because.away },
      })
  return {
    made: deals.map(({ row }) => ({ dealId: row.id, assignedTo: row.assigned_to })),
    events: [
      ...eventsOfEmployers(employers, known),
      ...ofLeads,
      ...deals.flatMap(({ row, rootId }) => eventsOf(row, { rootId, stage, createdAt })),
    ],
  }
}

interface Beginning {
  readonly root_id: string | null
  readonly company_id: string | null
  readonly response_due_at: string
  readonly responded_at: string | null
  readonly responded_by: string | null
  /** Null: it is made of no lead. */
  readonly lead_waits: boolean | null
  readonly stage: FirstStage | null
  readonly turns: readonly GivenTurn[] | null
}

/** The contacts of these deals, each once. */
const employedIn = (wanted: readonly NewDeal[], people: ReadonlyMap<string, Employed>): ReadonlyMap<string, Employed> =>
  new Map(
    wanted.map(({ contactId }) => {
      const person = people.get(contactId)
      if (!person) throw new Error('a deal of a contact that is not locked')
      return [contactId, person]
    }),
  )

/**
 * What is known of each: their contact and whom they work for, when the first reply is due (a deal of a lead continues the lead's clock),
 * the first stage of the default pipeline, locked so that it is not archived meanwhile, and whose turn it is. The turns come last, for who
 * finds a company may wait for another deal: from there to the commit no other deal is assigned.
 */
const findBeginnings = async (
  db: Db,
  orgId: string,
  wanted: readonly NewDeal[],
  { employers, needsTurns }: { readonly employers: readonly Employer[]; readonly needsTurns: boolean },
): Promise<readonly Beginning[]> => {
  const contacts = wanted.map(({ contactId }) => contactId)
  const none = sql`(select null::uuid as contact_id, null::uuid as company_id where false)`
  const { rows } = await sql<Beginning>`
    with employed as materialized (select * from ${employers.length > 0 ? findEmployers(orgId, employers) : none} as e),
    turn as materialized (
      -- How many are wanted is known once the companies are.
      select t.* from ${turnsTaken(orgId, sql`(select ${wanted.length}::int + 0 * count(*)::int from employed)`)} as t where ${needsTurns})
    select c.root_id, coalesce(c.company_id, e.company_id) as company_id,
      coalesce(l.received_at, now()) + make_interval(mins => o.response_target_minutes) as response_due_at,
      r.responded_at, r.person_id as responded_by, lead_waits(l.waits, l.via) as lead_waits, to_jsonb(s) as stage,
      (select jsonb_agg(t order by t.place) from turn t) as turns
    from unnest(${contacts}::uuid[], ${wanted.map(({ leadId }) => leadId ?? null)}::uuid[]) with ordinality as w (contact_id, lead_id, place)
    join contacts c on c.org_id = ${orgId} and c.id = w.contact_id
    left join employed e on e.contact_id = w.contact_id
    join orgs o on o.org_id = ${orgId}
    left join leads l on l.org_id = ${orgId} and l.id = w.lead_id
    left join lead_responses r on r.org_id = ${orgId} and r.id = w.lead_id
    left join lateral (
      select s.id, s.pipeline_id, s.slug, s.name, s.kind from pipelines p
      join stages s on s.org_id = p.org_id and s.pipeline_id = p.id and s.archived_at is null and s.kind = 'open'
      where p.org_id = ${orgId} and p.is_default
      order by s.position, s.id limit 1 for key share of s) s on true
    order by w.place`.execute(db)
  return rows
}

const rowsOf = (
  given: NewDeal,
  {
    stage,
    turn,
    begins,
    companyId,
    value,
    personId,
    owner,
    why,
  }: Decided & {
    readonly stage: FirstStage
    readonly turn: { readonly personId: string | null; readonly because: Because }
    readonly begins: Beginning
    readonly companyId: string | null
  },
) => {
  const id = newId()
  const name = cut(given.name.trim(), 255) || 'Unnamed'
  // Where a person waits for an answer: not for a row of a file.
  const hasClock = given.kind !== 'manual' && begins.lead_waits !== false
  const row = {
    ...{ id, contact_id: given.contactId, name, kind: given.kind, lead_id: given.leadId ?? null, company_id: companyId },
    ...{ pipeline_id: stage.pipeline_id, stage_id: stage.id, rank: rankOnTop(id), state: stage.kind },
    ...{ business_name: given.businessName ?? null, industry: given.industry ?? null, asked: given.asked },
    ...{ value_minor: value?.minor ?? null, currency: value?.currency ?? null },
    ...{ prd: given.prd?.state === 'given' ? given.prd.text : null, prd_state: given.prd?.state ?? 'none' },
    response_due_at: hasClock ? begins.response_due_at : null,
    responded_at: hasClock ? begins.responded_at : null,
    responded_by: hasClock ? begins.responded_by : null,
    ...{ assigned_to: turn.personId, assigned_because: turn.because, assignment_id: newId() },
    assigned_by: owner ? (personId ?? null) : null,
    ...{ move_id: newId(), moved_by: personId ?? null, cause: given.cause, why: why ?? null },
    ...{ task_id: newId(), task: cut(`Answer ${name}`, 500), task_cause_key: firstAnswerOf(id) },
  }
  return { row, because: turn.because, rootId: begins.root_id }
}

type Row = ReturnType<typeof rowsOf>['row']

/** Answers when they were made. */
const writeDeals = async (db: Db, orgId: string, deals: readonly Row[]): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(deals)}::jsonb) as g (id uuid, contact_id uuid, name text, kind text, lead_id uuid,
        company_id uuid, pipeline_id uuid, stage_id uuid, rank text, state text, business_name text, industry text, asked jsonb,
        value_minor bigint, currency text, prd text, prd_state text, response_due_at timestamptz, responded_at timestamptz,
        responded_by uuid, assigned_to uuid, assigned_because jsonb, assignment_id uuid, assigned_by uuid, move_id uuid, moved_by uuid,
        cause text, why text, task_id uuid, task text, task_cause_key text)),
    made as (
      insert into deals (org_id, id, contact_id, name, kind, lead_id, company_id, pipeline_id, stage_id, rank, state, business_name,
        industry, asked, value_minor, currency, prd, prd_state, prd_at, response_due_at, responded_at, responded_by, assigned_to,
        assigned_because, assigned_at)
      select ${orgId}, id, contact_id, name, kind, lead_id, company_id, pipeline_id, stage_id, rank, state, business_name,
        industry, asked, value_minor, currency, prd, prd_state, case when prd is not null then now() end, response_due_at, responded_at,
        responded_by, assigned_to, assigned_because, now()
      from given),
    moved as (
      insert into deal_moves (org_id, id, deal_id, to_stage_id, person_id, cause, why)
      select ${orgId}, move_id, id, stage_id, moved_by, cause, why from given),
    planned as (
      insert into tasks (org_id, id, deal_id, kind, title, due_at, assigned_to, cause, cause_key)
      select ${orgId}, task_id, id, 'next_action', task, response_due_at, assigned_to, '{"rule": "first_answer"}', task_cause_key
      from given),
    assigned as (
      insert into assignments (org_id, id, deal_id, person_id, because, by_person_id)
      select ${orgId}, assignment_id, id, assigned_to, assigned_because, assigned_by from given)
    select now() as at`.execute(db)
  return rows[0]?.at as Date
}

const eventsOf = (
  row: Row,
  { rootId, stage, createdAt }: { readonly rootId: string | null; readonly stage: FirstStage; readonly createdAt: Date },
): NewEvent[] => {
  const deal: DealFacts = {
    ...{ id: row.id, contact_id: rootId ?? row.contact_id, name: row.name, kind: row.kind, state: row.state },
    ...{ status: stage.slug, stage: stage.name, value_minor: row.value_minor, currency: row.currency },
    ...{ close_on: null, chance: null },
    ...{ assigned_to: row.assigned_to, lost_reason: null, created_at: createdAt.toISOString(), closed_at: null },
  }
  const dueAt = row.response_due_at === null ? null : new Date(row.response_due_at)
  return [
    eventOf(taskEvents.changed, row.task_id, {
      ...{ change: 'added', kind: 'next_action', deal_id: row.id, contact_id: null },
      before: null,
      after: taskFieldsOf({ due_at: dueAt, assigned_to: row.assigned_to, done_at: null, done_by: null }),
    }),
    eventOf(dealEvents.created, row.id, { deal }),
  ]
}
