import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { LanguageCode } from '#shapes/languages.ts'
import { askTypes } from './template-shapes.ts'
import { workflowTemplatesIn } from './templates.ts'

const WorkflowTemplateField = shape('WorkflowTemplateField', {
  name: z.string(),
  label: z.string(),
  type: z.enum(askTypes),
  standard: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('What it is unless something else is answered; null: it must be answered'),
})

const WorkflowTemplate = shape('WorkflowTemplate', {
  id: z.string(),
  title: z.string(),
  about: z.string(),
  asks: z.array(WorkflowTemplateField),
  definition: z.record(z.string(), z.unknown()).describe('The workflow, with the answers as `[[name]]`'),
})

export const listWorkflowTemplates = action({
  name: 'list-workflow-templates',
  summary: 'List the templates of workflows',
  description: 'What `create-workflow` makes of one is a draft, with the answers to what the template asks.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    language: LanguageCode.default('en').describe(
      'Of what the workflows say: the texts of their emails, tasks and questions, and the titles of their steps',
    ),
  }),
  output: z.object({ templates: z.array(WorkflowTemplate) }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  run: async ({ language }) => ({
    templates: workflowTemplatesIn(language).map(({ id, title, about, asks, definition }) => ({
      ...{ id, title, about, definition: { ...definition } },
      asks: asks.map(({ name, label, type, standard }) => ({ name, label, type, standard: standard ?? null })),
    })),
  }),
})
