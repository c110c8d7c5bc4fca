import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { notifyKeyChanged } from '#domains/platform/api-keys/keys.ts'
import { checkDefinition } from './checks.ts'
import { DraftDefinition, readDefinition } from './draft-definitions.ts'
import { authorOf, lockDraft, removeDraft, showDraftOf } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { goOnAtBudget } from './paused-runs.ts'
import { publisherOf } from './publishers.ts'
import { findRehearsalOfDraft, mostUnasked, seenOf } from './rehearsals.ts'
import { startDueOfWorkflow } from './schedule-starts.ts'
import { addVersion, endPublished, showVersionOf, WorkflowVersionDetail } from './versions.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { keepSchedule } from './workflow-schedules.ts'
import { changeWorkflow, lockWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

export const publishWorkflow = action({
  name: 'publish-workflow',
  summary: 'Publish a draft of a workflow',
  description:
    'The draft becomes a version that never changes, and is gone. Events from now on start runs of it; runs that are under way end on their own version. Where another version was published since the draft was made, 409 `published_meanwhile` answers it, and `replaces` with its number publishes all the same. With a key it is published in the name of the admin who made the key.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    workflowId: z.uuid(),
    draftId: z.uuid(),
    revision: z.int().min(1).describe('The one that was looked at'),
    replaces: z.int().min(1).nullish().describe('The published version, where it is not the one that the draft was made from'),
    note: z.string().trim().max(2_000).nullish().describe('What is new'),
    rehearsalId: z.uuid().nullish().describe('The rehearsal of this draft that was seen: the version keeps its numbers'),
    confirm: z.boolean().default(false).describe('Also where its rehearsal had reached more than 100 people more'),
  }),
  output: z.object({ workflow: Workflow, published: WorkflowVersionDetail }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.draft_not_found, workflowErrors.draft_changed],
    ...[workflowErrors.workflow_archived, workflowErrors.published_meanwhile, workflowErrors.workflow_has_troubles],
    ...[workflowErrors.role_too_high, workflowErrors.rehearsal_of_another, workflowErrors.many_people],
    transportErrors.forbidden,
  ],
  examples: [
    {
      title: 'The draft that was looked at',
      input: {
        workflowId: '01980000-0000-7000-8000-000000000000',
        draftId: '01980000-0000-7000-8000-000000000001',
        revision: 4,
        note: 'Waits a day longer',
      },
    },
  ],

  async run(
    { workflowId, draftId, revision, replaces, note, rehearsalId, confirm },
    { db, org, person, keyId, now, emit, settings, fail },
  ) {
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    if (workflow.archived_at) throw fail('workflow_archived')
    const authorId = authorOf({ person, keyId })
    const draft = await lockDraft(db, org.id, workflowId, { draftId, authorId })
    if (!draft) throw fail('draft_not_found', { field: 'draftId' })
    if (draft.revision !== revision)
      throw fail('draft_changed', {
        field: 'revision',
        facts: { draft: await showDraftOf(db, org.id, workflowId, { draftId, authorId }) },
      })
    const current = workflow.published_version
    if (current !== null && current !== (replaces ?? draft.base_version))
      throw fail('published_meanwhile', {
        field: 'replaces',
        facts: { published: await showVersionOf(db, org.id, workflowId, current) },
      })
    const troubles = await checkDefinition(db, org.id, workflowId, DraftDefinition.parse(draft.definition), settings)
    const worst = troubles.find(({ level }) => level === 'error')
    if (worst)
      throw fail('workflow_has_troubles', {
        message: `${worst.node === null ? '' : `Step ${worst.node}: `}${worst.message}`,
        field: worst.field,
        facts: { node: worst.node, troubles },
      })
    const definition = readDefinition(draft.definition, settings.workflows)
    const publisher = await publisherOf(db, org.id, { person, keyId })
    if (!publisher) throw fail('forbidden')
    if (!atLeast(publisher.role, definition.settings.role)) throw fail('role_too_high', { field: 'settings.role' })
    const rehearsal = await findRehearsalOfDraft(db, org.id, { draftId, revision, id: rehearsalId ?? null })
    if (rehearsalId && !rehearsal) throw fail('rehearsal_of_another', { field: 'rehearsalId' })
    const seen = rehearsal && seenOf(rehearsal)
    if (seen && seen.people_more > mostUnasked && !confirm)
      throw fail('many_people', { field: 'confirm', facts: { people: seen.people_more, rehearsal_id: seen.id } })
    const version = workflow.last_version + 1
    await startDueOfWorkflow(db, org.id, workflowId, settings.workflows)
    await endPublished(db, org.id, workflowId)
    await addVersion(db, org.id, {
      ...{ workflowId, version, definition, publisherId: publisher.id, note: note || null, baseVersion: draft.base_version },
      rehearsal: (rehearsalId && seen) || null,
    })
    await keepSchedule(db, org.id, { workflowId, version, trigger: definition.trigger })
    const changes = {
      ...{ name: definition.name, published_version: version, last_version: version },
      trigger_kind: definition.trigger.kind,
    }
    await changeWorkflow(db, org.id, workflowId, changes)
    await removeDraft(db, org.id, draftId)
    await notifyKeyChanged(db, workflowId)
    // It may say more for a step whose budget runs of older versions wait for.
    await goOnAtBudget(db, org.id, workflowId)
    await emitWorkflowChanged({ db, emit }, org.id, workflowId, workflow, { ...workflow, ...changes })
    const shown = await showWorkflowOf(db, org.id, workflowId, { authorId, now: now() })
    const published = await showVersionOf(db, org.id, workflowId, version)
    if (!shown || !published) throw new Error('a version that was just published is not there')
    return { workflow: shown, published }
  },
})
