import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { atLeast, type Role, roles } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { choice, MemberReference, Reference, shape } from '#shapes'
import { FieldDefinition } from '../workflows/definition.ts'
import { SubjectKind } from '../workflows/runs.ts'
import { AskedForm, answererOf } from '../workflows/step-answers.ts'

export const HumanStepState = choice('HumanStepState', ['open', 'answered', 'timed_out', 'cancelled'])

const HumanStepChoice = shape('HumanStepChoice', { id: z.string(), label: z.string() })
const FieldChoice = shape('HumanStepFieldChoice', { value: z.string(), label: z.string() })

const HumanStepField = shape('HumanStepField', {
  name: z.string().describe('Its name in `data`'),
  label: z.string(),
  type: FieldDefinition.shape.type.describe(
    '`money` is {"amount_minor","currency"}, `date` a day, `tick` true or false, `several` a list of choices',
  ),
  required: z.boolean(),
  choices: z.array(FieldChoice).describe('Of `choice` and `several`'),
  help: z.string().nullable(),
})

const HumanStepSubject = shape('HumanStepSubject', {
  kind: SubjectKind,
  id: z.uuid(),
  name: z.string().nullable(),
})

/** A step that waits for a person, or did. */
export const HumanStep = shape('HumanStep', {
  id: z.uuid().describe('`stepId` of resume-workflow'),
  run_id: z.uuid(),
  workflow: Reference,
  state: HumanStepState,
  heading: z.string(),
  text: z.string(),
  form: z.array(HumanStepField),
  choices: z.array(HumanStepChoice).describe('The buttons'),
  about: HumanStepSubject.nullable().describe('The record that the run is about'),
  person: MemberReference.nullable().describe('The member who is asked'),
  role: z.enum(roles).nullable().describe('All of this role and above are asked; any of them answers'),
  client: z.string().nullable().describe('The address of the client who is asked'),
  opened_at: z.iso.datetime(),
  due_at: z.iso.datetime().nullable().describe('Then the run goes on without an answer'),
  reminded_at: z.iso.datetime().nullable(),
  escalated_at: z.iso.datetime().nullable(),
  answer: z.record(z.string(), z.unknown()).nullable().describe('`choice` and the fields of the form'),
  answered_by: z.string().nullable().describe('The name of the member or key, or the address of the client'),
  settled_at: z.iso.datetime().nullable(),
})

/** A step as the database has it. */
export interface HumanStepRow {
  readonly id: string
  readonly run_id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly state: z.output<typeof HumanStepState>
  readonly asked: unknown
  readonly person_id: string | null
  readonly person_name: string | null
  readonly role: Role | null
  readonly recipient: { readonly kind: string; readonly email?: string }
  readonly subject_kind: SubjectKind | null
  readonly subject_id: string | null
  readonly subject_name: string | null
  readonly opened_at: Date
  readonly due_at: Date | null
  readonly announced_at: Date | null
  readonly reminded_at: Date | null
  readonly escalated_at: Date | null
  readonly answer: { readonly output?: Readonly<Record<string, unknown>> } | null
  readonly answered_via: string | null
  readonly answerer: string | null
  readonly settled_at: Date | null
}

/** The client who is asked; null where a member or a role is. */
export const clientOf = ({
  person_id,
  role,
  recipient,
}: Pick<HumanStepRow, 'person_id' | 'role' | 'recipient'>): string | null =>
  person_id === null && role === null ? (recipient.email ?? null) : null

export const humanStepOf = (row: HumanStepRow): z.input<typeof HumanStep> => {
  const { heading, text, form, choices, is_timed } = AskedForm.parse(row.asked ?? {})
  return {
    ...{ id: row.id, run_id: row.run_id, workflow: { id: row.workflow_id, name: row.workflow_name }, state: row.state },
    ...{ heading, text, choices },
    form: form.map(({ help = null, choices: of = [], ...field }) => ({ ...field, help, choices: of })),
    about:
      row.subject_kind === null || row.subject_id === null
        ? null
        : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
    ...{ role: row.role, client: clientOf(row) },
    opened_at: row.opened_at.toISOString(),
    due_at: is_timed ? (row.due_at?.toISOString() ?? null) : null,
    reminded_at: row.reminded_at?.toISOString() ?? null,
    escalated_at: row.escalated_at?.toISOString() ?? null,
    answer: row.answer?.output ?? null,
    answered_by: row.answerer,
    settled_at: row.settled_at?.toISOString() ?? null,
  }
}

const subjectName = sql`case r.subject_kind
  when 'lead' then (select coalesce(l.full_name, l.email, l.phone) from leads l where l.org_id = r.org_id and l.id = r.subject_id)
  when 'contact' then (select coalesce(c.full_name, c.email, c.phone) from contacts c where c.org_id = r.org_id and c.id = r.subject_id)
  when 'deal' then (select d.name from deals d where d.org_id = r.org_id and d.id = r.subject_id) end`

const select = (orgId: string, which: RawBuilder<unknown>) => sql<HumanStepRow>`
  select w.id, w.run_id, w.workflow_id, f.name as workflow_name, w.state, w.asked, w.person_id, p.name as person_name, w.role, w.recipient,
    r.subject_kind, r.subject_id, ${subjectName} as subject_name, w.opened_at, w.due_at, w.announced_at, w.reminded_at, w.escalated_at,
    w.answer, w.answered_via, ${answererOf} as answerer, w.settled_at
  from workflow_waits w
  join workflow_runs r on r.org_id = w.org_id and r.id = w.run_id
  join workflows f on f.org_id = w.org_id and f.id = w.workflow_id
  left join directory.people p on p.id = w.person_id
  where w.org_id = ${orgId} and w.kind = 'person' and ${which}
  order by w.id`

export const findHumanStep = async (db: Db, orgId: string, id: string): Promise<HumanStepRow | undefined> =>
  (await select(orgId, sql`w.id = ${id}`).execute(db)).rows[0]

/** Open steps that were not announced yet, of these runs. */
export const findUnannounced = async (db: Db, orgId: string, runIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and run_id = any (${runIds}::uuid[]) and kind = 'person' and state = 'open'
      and announced_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

type Asker = { readonly id: string; readonly role: Role } | null

/** Ids of the open steps of a member, their role's among them; of whom is no member, all of the workspace. Oldest first, from an index each. */
const openIds = (orgId: string, of: Asker, after: string | undefined, most: number) => {
  const open = sql`org_id = ${orgId} and kind = 'person' and state = 'open'${after === undefined ? sql`` : sql` and id > ${after}`}`
  if (!of) return sql`select id from workflow_waits where ${open} order by id limit ${most}`
  const mine = roles.filter((role) => atLeast(of.role, role))
  return sql`select id from (
    (select id from workflow_waits where ${open} and person_id = ${of.id} order by id limit ${most})
    union all
    select s.id from unnest(${mine}::text[]) as k (role) cross join lateral (
      select id from workflow_waits where ${open} and person_id is null and role = k.role order by id limit ${most}) s
  ) both_kinds order by id limit ${most}`
}

export const findOpenSteps = async (
  db: Db,
  orgId: string,
  of: Asker,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<HumanStepRow[]> => (await select(orgId, sql`w.id in (${openIds(orgId, of, cursor, limit)})`).execute(db)).rows

/** How many are open, counted up to `most`. */
export const countOpenSteps = async (db: Db, orgId: string, of: Asker, most: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${openIds(orgId, of, undefined, most)}) as open_steps`.execute(db)
  return rows[0]?.n ?? 0
}
