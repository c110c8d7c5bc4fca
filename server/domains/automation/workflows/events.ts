import { z } from 'zod'
import { event, ofSubject, type Reader, signal, subjectsOf } from '#core/events/event.ts'
import { RunState, SubjectKind } from './runs.ts'

const facts = z.object({
  workflow_id: z.uuid(),
  version: z.int(),
  state: RunState,
  reason: z.string().nullable().describe('Why it waits, is paused, or ended so'),
  subject_kind: SubjectKind.nullable(),
  subject_id: z.uuid().nullable().describe('The lead, contact or deal that it is about'),
})
const body = facts.extend({ id: z.uuid().describe('The run') })

const read: Reader<z.input<typeof body>> = async (events, { db, orgId }) => {
  const rows = await db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_id', 'version', 'state', 'reason', 'subject_kind', 'subject_id'])
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (row) => ({ ...row, state: row.state as RunState, subject_kind: row.subject_kind as never }))
}
const webhook = {
  body,
  tell: (event: { subjectId: string; facts: z.output<typeof facts> }) => ({ id: event.subjectId, ...event.facts }),
  read,
}

export const runEvents = {
  waiting: event({ type: 'workflow.run_waiting', about: 'A run of a workflow waits for a person.', facts, webhook }),
  paused: event({
    type: 'workflow.run_paused',
    about: 'A run of a workflow cannot go on until a person did something.',
    facts,
    webhook,
  }),
  finished: event({
    type: 'workflow.run_finished',
    about: 'A run of a workflow has ended: it is completed, or was cancelled.',
    facts,
    webhook,
  }),
  failed: event({ type: 'workflow.run_failed', about: 'A run of a workflow has failed.', facts, webhook }),
}

export const humanStepEvents = {
  changed: signal('human_step.updated', 'A step that waits for a person was answered, passed on, or ended.'),
}
