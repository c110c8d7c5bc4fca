import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { FieldDefinition } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { readFields } from './fields.ts'
import { dueByNews } from './run-endings.ts'
import { WorkflowRunState } from './run-rows.ts'
import { finalStates, type RunState } from './runs.ts'

const Asked = z.object({
  form: z.array(FieldDefinition),
  choices: z.array(z.object({ id: z.string(), label: z.string() })),
})

export const resumeWorkflow = action({
  name: 'resume-workflow',
  summary: 'Answer a step that waits for a person',
  description:
    '`data` has the fields of its form, and `choice` where it offers several buttons. Of several who answer at once one counts: the others get 409 with who it was, and the same answer again is no other. Without `stepId` the only open step of the run is meant. A wait for a time or an event is ended at once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { idempotent: true },
  input: z.object({
    runId: z.uuid(),
    stepId: z.uuid().optional().describe('The `id` of the wait, as show-run and list-human-steps name it'),
    data: z.record(z.string(), z.unknown()).default({}),
    choice: z.string().max(40).optional().describe('A button; not needed where there is one'),
  }),
  output: z.object({ success: z.literal(true), status: WorkflowRunState }),
  errors: [
    transportErrors.forbidden,
    transportErrors.bad_request,
    workflowErrors.run_not_found,
    workflowErrors.already_resumed,
    workflowErrors.wait_ended,
    workflowErrors.run_ended,
  ],
  examples: [
    { title: 'Approve', input: { runId: '01980000-0000-7000-8000-000000000000', choice: 'approve', data: { note: 'Fine' } } },
  ],

  async run({ runId, stepId, data, choice }, { db, org, person, fail }) {
    const run = await db
      .selectFrom('workflow_runs')
      .select(['state'])
      .where('org_id', '=', org.id)
      .where('id', '=', runId)
      .executeTakeFirst()
    if (!run) throw fail('run_not_found')
    const state = run.state as RunState
    const wait = await lockWait(db, org.id, runId, stepId)
    if (wait === 'several') throw fail('bad_request', { message: 'Missing required field: stepId', field: 'stepId' })
    if (!wait) {
      if (finalStates.includes(state)) throw fail('run_ended')
      throw fail('run_not_found', { message: 'No step of the run waits under this id.', field: 'stepId' })
    }
    if (person && !mayAnswer(wait, person)) throw fail('forbidden')
    const asked = Asked.safeParse(wait.asked)
    const form = asked.success ? asked.data : { form: [], choices: [] }
    const chosen = choice ?? (form.choices.length === 1 ? form.choices[0]?.id : undefined)
    if (form.choices.length > 0 && !form.choices.some(({ id }) => id === chosen))
      throw fail('bad_request', {
        message: chosen === undefined ? 'Missing required field: choice' : 'There is no such choice.',
        field: 'choice',
      })
    const read = readFields(form.form, data)
    if (!read.ok) throw fail('bad_request', { message: read.message, field: `data.${read.field}` })
    const answer = { outlet: chosen ?? 'done', output: { choice: chosen ?? null, ...read.values } }
    const digest = createHash('sha256').update(JSON.stringify(answer)).digest()
    if (wait.state === 'answered') {
      if (wait.answer_hash?.equals(digest)) return { success: true as const, status: state }
      throw fail('already_resumed', {
        message: `${wait.answerer ?? 'Another'} answered this step at ${wait.settled_at?.toISOString()}.`,
      })
    }
    if (wait.state === 'timed_out') throw fail('wait_ended')
    if (wait.state === 'cancelled') throw fail('run_ended')
    await settleWait(db, org.id, wait, { answer, digest, personId: person?.id ?? null, via: person ? 'app' : 'api' })
    return { success: true as const, status: 'running' as const }
  },
})

interface LockedWait {
  readonly id: string
  readonly run_id: string
  readonly state: 'open' | 'answered' | 'timed_out' | 'cancelled'
  readonly asked: unknown
  readonly person_id: string | null
  readonly role: 'member' | 'admin' | 'owner' | null
  readonly answer_hash: Buffer | null
  readonly answerer: string | null
  readonly settled_at: Date | null
}

/** The wait that is meant: of many who answer at once, one holds it, and the others see what became of it. */
const lockWait = async (
  db: Db,
  orgId: string,
  runId: string,
  stepId: string | undefined,
): Promise<LockedWait | 'several' | undefined> => {
  const { rows: meant } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and run_id = ${runId}
      and ${stepId === undefined ? sql`state = 'open'` : sql`id = ${stepId}`} order by id limit 2`.execute(db)
  if (meant.length > 1) return 'several'
  const id = meant[0]?.id ?? (stepId === undefined ? await lastAnswered(db, orgId, runId) : undefined)
  if (id === undefined) return undefined
  const { rows } = await sql<LockedWait>`
    select w.id, w.run_id, w.state, w.asked, w.person_id, w.role, w.answer_hash, w.settled_at,
      (select p.name from directory.people p where p.id = w.answered_by) as answerer
    from workflow_waits w where w.org_id = ${orgId} and w.id = ${id} for update of w`.execute(db)
  return rows[0]
}

/** Who answers without a step's id, a second time, means the one that was open a moment ago. */
const lastAnswered = async (db: Db, orgId: string, runId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and run_id = ${runId} and kind = 'person' and state <> 'open'
    order by settled_at desc limit 1`.execute(db)
  return rows[0]?.id
}

const mayAnswer = (
  { person_id, role }: LockedWait,
  person: { readonly id: string; readonly role: 'member' | 'admin' | 'owner' },
): boolean => atLeast(person.role, 'admin') || person_id === person.id || (role !== null && atLeast(person.role, role))

/** The step has its answer, and its run goes on at once. Only of a wait that is held. */
export const settleWait = async (
  db: Db,
  orgId: string,
  { id, run_id }: { readonly id: string; readonly run_id: string },
  given: {
    readonly answer: unknown
    readonly digest: Buffer
    readonly personId: string | null
    readonly via: 'app' | 'link' | 'client' | 'api'
  },
): Promise<void> => {
  await sql`
    with settled as (
      update workflow_waits set state = 'answered', answer = ${JSON.stringify(given.answer)}::jsonb, answer_hash = ${given.digest},
        answered_by = ${given.personId}, answered_via = ${given.via}, settled_at = now()
      where org_id = ${orgId} and id = ${id} and state = 'open' returning run_id)
    update workflow_runs r set news = r.news + 1, due_at = ${dueByNews}
    from settled s where r.org_id = ${orgId} and r.id = s.run_id and r.id = ${run_id} and r.ended_at is null`.execute(db)
}
