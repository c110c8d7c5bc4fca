import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { findOpenOfKey } from './concurrency-keys.ts'
import { Definition } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { readFields } from './fields.ts'
import { fullnessOf } from './guards.ts'
import { RunState } from './runs.ts'
import { findPublished, requestStart, startRuns, withKey } from './starts.ts'
import { findSubject } from './subjects.ts'

export const executeWorkflow = action({
  name: 'execute-workflow',
  summary: 'Start a workflow',
  description:
    'Of a workflow that is started by request: with the input that its trigger names, and for a lead, contact or deal where it asks for one. The run goes on in the background: show-run says what it has come to. With an `Idempotency-Key` a repeat gets the same run. Where the workflow has one run of a key at a time it waits for its turn, cancels the older one, or, where others are skipped, answers 409 with `run_id`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    workflowId: z.uuid(),
    input: z.record(z.string(), z.unknown()).default({}),
    subjectId: z.uuid().optional().describe('The lead, contact or deal that it is for'),
  }),
  output: z.object({ success: z.literal(true), runId: z.uuid(), status: RunState }),
  errors: [
    transportErrors.forbidden,
    transportErrors.bad_request,
    workflowErrors.workflow_not_found,
    workflowErrors.workflow_not_published,
    ...[workflowErrors.subject_not_found, workflowErrors.run_under_way],
    ...[workflowErrors.too_many_runs, workflowErrors.too_many_runs_this_month],
  ],
  examples: [
    { title: 'With input', input: { workflowId: '01980000-0000-7000-8000-000000000000', input: { topic: 'Kitchen' } } },
  ],

  async run({ workflowId, input, subjectId }, { db, org, person, keyId, now, settings, fail }) {
    const known = await db
      .selectFrom('workflows')
      .select('id')
      .where('org_id', '=', org.id)
      .where('id', '=', workflowId)
      .executeTakeFirst()
    if (!known) throw fail('workflow_not_found')
    const published = (await findPublished(db, org.id, [workflowId])).get(workflowId)
    if (!published) throw fail('workflow_not_published')
    const { trigger } = Definition.parse(published.definition)
    if (trigger.kind !== 'request')
      throw fail('workflow_not_published', { message: 'The workflow has another trigger: it is not started by request.' })
    if (trigger.open_to === 'admin' && person && !atLeast(person.role, 'admin')) throw fail('forbidden')
    const read = readFields(trigger.input, input)
    if (!read.ok) throw fail('bad_request', { message: read.message, field: 'input' })
    if (trigger.subject && subjectId === undefined)
      throw fail('bad_request', { message: `Missing required field: subjectId`, field: 'subjectId' })
    if (!trigger.subject && subjectId !== undefined)
      throw fail('bad_request', { message: 'The workflow is started for no record.', field: 'subjectId' })
    const subject =
      trigger.subject && subjectId !== undefined ? await findSubject(db, org.id, trigger.subject, subjectId) : null
    if (trigger.subject && !subject) throw fail('subject_not_found', { field: 'subjectId' })
    const full = await fullnessOf(db, org.id, settings.workflows)
    if (full) throw fail(full)
    const start = await withKey(
      db,
      org.id,
      requestStart(published, { subject, personId: person?.id ?? null, keyId, input: read.values, at: now() }),
    )
    const started = await startRuns(db, org.id, [start])
    if (!started.has(start.id))
      throw fail('run_under_way', {
        facts: { run_id: await findOpenOfKey(db, org.id, { workflowId, key: start.concurrencyKey ?? '' }) },
      })
    return { success: true as const, runId: start.id, status: 'queued' as const }
  },
})
