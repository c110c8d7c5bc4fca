import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { LanguageCode } from '#shapes/languages.ts'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { readDraft, SentDefinition } from './draft-definitions.ts'
import { addDraft, authorOf, showDraftOf, WorkflowDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { fillTemplate, TemplateAnswers } from './template-answers.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { addWorkflow, findWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

export const createWorkflow = action({
  name: 'create-workflow',
  summary: 'Make a workflow',
  description:
    'Empty, from a `template` with answers to what it asks (`list-workflow-templates`), or from a whole `definition`. It is a draft: nothing runs before it is published.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    name: z.string().trim().min(1).max(120),
    template: z.string().max(40).optional().describe('Its id'),
    answers: TemplateAnswers.optional().describe('By the names of the fields of the template'),
    language: LanguageCode.default('en').describe('Of what the workflow of a template says'),
    definition: SentDefinition.optional(),
  }),
  output: z.object({ workflow: Workflow, draft: WorkflowDraft, troubles: z.array(WorkflowTrouble) }),
  errors: [
    ...[workflowErrors.workflow_malformed, workflowErrors.workflow_too_large],
    ...[workflowErrors.workflow_template_not_found, workflowErrors.template_answer_missing],
  ],
  examples: [
    { title: 'An empty one', input: { name: 'Welcome a lead' } },
    {
      title: 'From a template',
      input: { name: 'Chase invoices', template: 'chase_invoice', answers: { mailbox: 'team@example.com' } },
    },
  ],

  async run({ name, template, answers, language, definition: sent }, { db, org, person, keyId, newId, now, emit, settings }) {
    const authorId = authorOf({ person, keyId })
    const start = template === undefined ? (sent ?? emptyWorkflow) : fillTemplate(template, answers ?? {}, language)
    const definition = readDraft({ ...start, name }, settings.workflows)
    const id = newId()
    await addWorkflow(db, org.id, { id, name, madeFrom: template ?? null, createdBy: person?.id ?? null })
    await addDraft(db, org.id, { id: newId(), workflowId: id, authorId, baseVersion: null, definition })
    const row = await findWorkflow(db, org.id, id)
    await emitWorkflowChanged({ db, emit }, org.id, id, null, row ?? null)
    const workflow = await showWorkflowOf(db, org.id, id, { authorId, now: now() })
    const draft = await showDraftOf(db, org.id, id, { authorId })
    if (!workflow || !draft) throw new Error('a workflow that was just made is not there')
    return { workflow, draft, troubles: await checkDefinition(db, org.id, id, definition, settings) }
  },
})

const emptyWorkflow = { foyer_workflow: 1, trigger: { kind: 'request' } }
