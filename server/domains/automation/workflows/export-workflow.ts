import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { Definition } from './definition.ts'
import { readDefinition } from './draft-definitions.ts'
import { showDraftOf } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { portable } from './portable.ts'
import { showVersionOf } from './versions.ts'
import { findWorkflow } from './workflows.ts'

export const exportWorkflow = action({
  name: 'export-workflow',
  summary: 'Export a workflow as JSON',
  description:
    'The published version, another `version`, or the draft `draftId`. In place of the id of a record of this workspace stands what it is and how it is called, such as `to_map:pipeline:Sales`; it has no credential in it. The shape is `/docs/workflow.schema.json`.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({ workflowId: z.uuid(), version: z.int().min(1).optional(), draftId: z.uuid().optional() }),
  output: z.object({ name: z.string().describe('Of a file'), workflow: z.record(z.string(), z.unknown()) }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.version_not_found, workflowErrors.draft_not_found],
    workflowErrors.workflow_malformed,
  ],
  examples: [{ title: 'The published version', input: { workflowId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workflowId, version, draftId }, { db, org, person, keyId, fail }) {
    const workflow = await findWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    const draft = await showDraftOf(db, org.id, workflowId, { draftId, authorId: person?.id ?? keyId })
    if (draftId !== undefined && !draft) throw fail('draft_not_found', { field: 'draftId' })
    const published = await showVersionOf(db, org.id, workflowId, version ?? workflow.published_version)
    if (version !== undefined && !published) throw fail('version_not_found', { field: 'version' })
    // What is not published is exported as far as it was written, or as it was last published.
    const latest = published || draft ? null : await showVersionOf(db, org.id, workflowId, workflow.last_version)
    const from = draftId === undefined ? (published ?? draft ?? latest) : draft
    if (!from) throw fail('version_not_found')
    const definition = await portable(db, org.id, readDefinition(from.definition, highestCaps))
    return { name: fileName(definition.name), workflow: { ...Definition.parse(definition) } }
  },
})

const fileName = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'workflow'
  }.json`
