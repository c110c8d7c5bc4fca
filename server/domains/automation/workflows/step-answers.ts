import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { type Fail, transportErrors } from '#core/errors.ts'
import { FieldDefinition } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { readFields } from './fields.ts'
import { goOnFromSettled, settledRun } from './run-endings.ts'
import type { RunState } from './runs.ts'
import { closeSteps } from './step-endings.ts'

/** What a person is asked. */
export const AskedForm = z.object({
  heading: z.string().default(''),
  text: z.string().default(''),
  form: z.array(FieldDefinition).default([]),
  choices: z.array(z.object({ id: z.string(), label: z.string() })).default([]),
  is_timed: z.boolean().default(false),
})

/** A wait that is locked for its answer. */
export interface LockedWait {
  readonly id: string
  readonly run_id: string
  readonly kind: 'time' | 'event' | 'person' | 'run'
  readonly state: 'open' | 'answered' | 'timed_out' | 'cancelled'
  readonly asked: unknown
  readonly person_id: string | null
  readonly role: Role | null
  readonly answer_hash: Buffer | null
  readonly answered_via: string | null
  readonly answerer: string | null
  readonly settled_at: Date | null
}

/** Of many who answer at once, one locks it, and the others see how it ended. */
export const lockWait = async (db: Db, orgId: string, id: string): Promise<LockedWait | undefined> => {
  const { rows } = await sql<LockedWait>`
    select w.id, w.run_id, w.kind, w.state, w.asked, w.person_id, w.role, w.answer_hash, w.answered_via, w.settled_at,
      ${answererOf} as answerer
    from workflow_waits w where w.org_id = ${orgId} and w.id = ${id} for update of w`.execute(db)
  return rows[0]
}

/** Who answered a wait `w`, by name; null where no person, key or client did. */
export const answererOf = sql<string | null>`coalesce(
  (select p.name from directory.people p where p.id = w.answered_by),
  (select k.name from api_keys k where k.org_id = w.org_id and k.id = w.answered_key),
  case when w.answered_via = 'client' then coalesce(w.recipient->>'email', w.recipient->>'client') end)`

/** Whether a member may answer a step: the one who is asked, each of the role that is, and admins always. */
export const mayAnswer = (
  { person_id, role }: { readonly person_id: string | null; readonly role: Role | null },
  person: { readonly id: string; readonly role: Role },
): boolean => atLeast(person.role, 'admin') || person_id === person.id || (role !== null && atLeast(person.role, role))

export const answerErrors = [
  transportErrors.bad_request,
  workflowErrors.already_resumed,
  workflowErrors.wait_ended,
  workflowErrors.run_ended,
] as const

export interface Answerer {
  readonly personId: string | null
  readonly keyId: string | null
  readonly via: 'app' | 'client' | 'api'
}

interface Given {
  readonly choice: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Holds an answer against what was asked, and lets the run go on with it. The wait is locked. The same answer again is no other: nothing
 * more happens. Answers the state of the run.
 */
export const answerWait = async (
  db: Db,
  orgId: string,
  wait: LockedWait,
  given: Given,
  by: Answerer,
  fail: Fail<'bad_request' | 'already_resumed' | 'wait_ended' | 'run_ended'>,
): Promise<RunState> => {
  if (wait.state === 'timed_out') throw fail('wait_ended')
  if (wait.state === 'cancelled') throw fail('run_ended')
  const read = readAnswer(wait, given)
  const digest = createHash('sha256').update(JSON.stringify(read)).digest()
  if (wait.state === 'answered') {
    if (wait.answer_hash?.equals(digest)) return stateOfRun(db, orgId, wait.run_id)
    throw fail('already_resumed', {
      message: `${wait.answerer ?? answeredBy(wait)} answered this step at ${wait.settled_at?.toISOString()}.`,
    })
  }
  if (!('answer' in read)) throw fail('bad_request', read)
  await settleWait(db, orgId, wait, { ...by, answer: read.answer, digest })
  if (wait.kind === 'person') await closeSteps(db, orgId, [wait.id])
  const state = await stateOfRun(db, orgId, wait.run_id)
  return state === 'waiting' ? 'running' : state
}

const answeredBy = ({ answered_via }: LockedWait): string =>
  answered_via === 'event' ? 'An event' : answered_via === 'run' ? 'The run that it waited for' : 'Another'

type ReadAnswer =
  | { readonly answer: { readonly outlet: string; readonly output: Readonly<Record<string, unknown>> } }
  | { readonly message: string; readonly field: string }

const readAnswer = ({ asked }: LockedWait, { choice, data }: Given): ReadAnswer => {
  const { form, choices } = AskedForm.parse(asked ?? {})
  const chosen = choice ?? (choices.length === 1 ? choices[0]?.id : undefined)
  const isKnown = choices.some(({ id }) => id === chosen)
  if (choices.length > 0 && !isKnown)
    return {
      message: chosen === undefined ? 'Missing required field: choice' : 'There is no such choice.',
      field: 'choice',
    }
  const read = readFields(form, data)
  if (!read.ok) return { message: read.message, field: `data.${read.field}` }
  const outlet = isKnown && chosen !== undefined ? chosen : 'done'
  return { answer: { outlet, output: { choice: isKnown ? outlet : null, ...read.values } } }
}

const stateOfRun = async (db: Db, orgId: string, runId: string): Promise<RunState> => {
  const { state } = await db
    .selectFrom('workflow_runs')
    .select('state')
    .where('org_id', '=', orgId)
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  return state as RunState
}

/** The step has its answer, and its run goes on at once. */
const settleWait = async (
  db: Db,
  orgId: string,
  { id }: LockedWait,
  given: Answerer & { readonly answer: unknown; readonly digest: Buffer },
): Promise<void> => {
  await sql`
    with settled as (
      update workflow_waits w set state = 'answered', answer = ${JSON.stringify(given.answer)}::jsonb, answer_hash = ${given.digest},
        answered_by = ${given.personId}, answered_key = ${given.keyId}, answered_via = ${given.via}, settled_at = now()
      where w.org_id = ${orgId} and w.id = ${id} and w.state = 'open' returning ${settledRun})
    ${goOnFromSettled(orgId)}`.execute(db)
}
