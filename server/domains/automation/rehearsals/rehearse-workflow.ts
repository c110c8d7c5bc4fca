import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { Instant } from '#shapes'
import { checkDefinition } from '../workflows/checks.ts'
import { NodeId } from '../workflows/definition.ts'
import { DraftDefinition, readDefinition } from '../workflows/draft-definitions.ts'
import { authorOf, showDraftOf } from '../workflows/drafts.ts'
import { workflowErrors } from '../workflows/errors.ts'
import { findRehearsal, Rehearsal, rehearsalOf } from '../workflows/rehearsals.ts'
import { showVersionOf } from '../workflows/versions.ts'
import { lockWorkflow } from '../workflows/workflows.ts'
import { rehearsalErrors } from './errors.ts'
import { playRehearsalJob } from './job-references.ts'
import { endSilentRehearsals } from './silent-rehearsals.ts'

const dayMs = 86_400_000
const usualDays = 30
const mostDays = 400
const mostWaiting = 5

export const rehearseWorkflow = action({
  name: 'rehearse-workflow',
  summary: 'Rehearse a workflow on history',
  description:
    'Plays a draft, or a version, on the events that were recorded in a time, by default the last 30 days: how often it had run, for whom, what had left when, with each text. Waits pass in virtual time. Nothing is sent and nothing is written: a step outside answers as it really did the last time, else with an example; actions that only read answer what is there today; people choose the first choice, or what `choices` names. The answer comes at once; `show-rehearsal` shows how far it is, and the report with the difference to the published version.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  // Nothing changes by it but the caller's own page.
  unaudited: true,
  scope: 'workflows:write',
  input: z.object({
    workflowId: z.uuid(),
    draftId: z.uuid().optional().describe('A draft; without it and `version` the published version'),
    version: z.int().min(1).optional(),
    from: Instant.optional().describe('Without it 30 days before `to`'),
    to: Instant.optional().describe('Without it now'),
    choices: z.record(NodeId, NodeId).default({}).describe('How people answer, by step: a choice, or `timeout`'),
  }),
  output: z.object({ rehearsal: Rehearsal }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.draft_not_found, workflowErrors.version_not_found],
    ...[workflowErrors.workflow_not_published, workflowErrors.workflow_has_troubles, rehearsalErrors.too_many_rehearsals],
    transportErrors.bad_request,
  ],
  examples: [
    {
      title: 'A draft on the last 30 days',
      input: {
        workflowId: '01980000-0000-7000-8000-000000000000',
        draftId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run(
    { workflowId, draftId, version, from, to, choices },
    { db, org, person, keyId, newId, now, enqueue, settings, fail },
  ) {
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    const askedBy = authorOf({ person, keyId })
    const until = to === undefined ? now() : new Date(to)
    const since = from === undefined ? new Date(until.getTime() - usualDays * dayMs) : new Date(from)
    if (since >= until) throw fail('bad_request', { message: 'from: must be before to', field: 'from' })
    if (until > now()) throw fail('bad_request', { message: 'to: must not be in the future', field: 'to' })
    if (until.getTime() - since.getTime() > mostDays * dayMs)
      throw fail('bad_request', { message: `from: must be ${mostDays} days before to at most`, field: 'from' })
    const draft = draftId === undefined ? null : await showDraftOf(db, org.id, workflowId, { draftId, authorId: askedBy })
    if (draftId !== undefined && !draft) throw fail('draft_not_found', { field: 'draftId' })
    const wanted = version ?? workflow.published_version
    if (!draft && wanted === null) throw fail('workflow_not_published')
    const published = draft ? null : await showVersionOf(db, org.id, workflowId, wanted)
    const written = draft?.definition ?? published?.definition
    if (!written) throw fail('version_not_found', { field: 'version' })
    const worst = draft
      ? (await checkDefinition(db, org.id, workflowId, DraftDefinition.parse(written), settings)).find(
          ({ level }) => level === 'error',
        )
      : undefined
    if (worst)
      throw fail('workflow_has_troubles', {
        message: `${worst.node === null ? '' : `Step ${worst.node}: `}${worst.message}`,
        field: worst.field,
        facts: { node: worst.node },
      })
    await endSilentRehearsals(db, org.id)
    if ((await countWaiting(db, org.id)) >= mostWaiting) throw fail('too_many_rehearsals')
    const id = newId()
    await db
      .insertInto('workflow_rehearsals')
      .values({
        ...{ org_id: org.id, id, workflow_id: workflowId, draft_id: draft?.id ?? null, revision: draft?.revision ?? null },
        ...{ version: draft ? null : wanted, from_at: since, to_at: until, asked_by: askedBy },
        ...{
          definition: JSON.stringify(draft ? readDefinition(written, settings.workflows) : written),
          choices: JSON.stringify(choices),
        },
      })
      .execute()
    await enqueue(playRehearsalJob, { orgId: org.id, rehearsalId: id })
    const row = await findRehearsal(db, org.id, id)
    if (!row) throw new Error('a rehearsal that was just asked for is not there')
    return { rehearsal: rehearsalOf(row) }
  },
})

const countWaiting = async (db: Db, orgId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('workflow_rehearsals')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('org_id', '=', orgId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return n
}
