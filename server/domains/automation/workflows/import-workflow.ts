import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { readDefinition, readDraft, SentDefinition } from './draft-definitions.ts'
import { addDraft, authorOf, showDraftOf, WorkflowDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { placeholderIn, textsIn } from './placeholders.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { addWorkflow, findWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

const WorkflowMapping = shape('WorkflowMapping', {
  node: z.string().nullable().describe('The step; null of the workflow as a whole'),
  field: z.string(),
  kind: z.string().describe('What has to be chosen: person, pipeline, stage, connection …'),
  name: z.string().describe('How it was called where it comes from'),
})

export const importWorkflow = action({
  name: 'import-workflow',
  summary: 'Import a workflow from JSON',
  description:
    'Makes a draft, and publishes nothing. Members that are not known are rejected. `to_map` lists what has to be chosen here: people, pipelines, connections.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({ workflow: SentDefinition }),
  output: z.object({
    workflow: Workflow,
    draft: WorkflowDraft,
    to_map: z.array(WorkflowMapping),
    troubles: z.array(WorkflowTrouble),
  }),
  errors: [workflowErrors.workflow_malformed, workflowErrors.workflow_too_large],
  examples: [
    {
      title: 'One that ends at once',
      input: {
        workflow: {
          ...{ foyer_workflow: 1, name: 'Nothing yet', trigger: { kind: 'request' }, first: 'end' },
          nodes: [{ id: 'end', kind: 'stop', reason: 'There is nothing to do' }],
        },
      },
    },
  ],

  async run({ workflow: sent }, { db, org, person, keyId, newId, now, emit, settings }) {
    const definition = readDefinition(sent, settings.workflows, 'workflow')
    const authorId = authorOf({ person, keyId })
    const id = newId()
    await addWorkflow(db, org.id, { id, name: definition.name, madeFrom: null, createdBy: person?.id ?? null })
    const draftOf = readDraft(definition, settings.workflows, 'workflow')
    await addDraft(db, org.id, { id: newId(), workflowId: id, authorId, baseVersion: null, definition: draftOf })
    await emitWorkflowChanged({ db, emit }, org.id, id, null, (await findWorkflow(db, org.id, id)) ?? null)
    const workflow = await showWorkflowOf(db, org.id, id, { authorId, now: now() })
    const draft = await showDraftOf(db, org.id, id, { authorId })
    if (!workflow || !draft) throw new Error('a workflow that was just imported is not there')
    return {
      workflow,
      draft,
      to_map: mappingsOf(draftOf),
      troubles: await checkDefinition(db, org.id, id, draftOf, settings),
    }
  },
})

const mappingsOf = ({ nodes, ...whole }: ReturnType<typeof readDraft>): z.output<typeof WorkflowMapping>[] => [
  ...mappingsIn(null, { trigger: whole.trigger, settings: whole.settings }),
  ...nodes.flatMap((node) => mappingsIn(node.id, node)),
]

const mappingsIn = (node: string | null, part: unknown): z.output<typeof WorkflowMapping>[] =>
  [...textsIn(part)].flatMap(({ text, path }) => {
    const placeholder = placeholderIn(text)
    return placeholder ? [{ node, field: path.join('.'), ...placeholder }] : []
  })
