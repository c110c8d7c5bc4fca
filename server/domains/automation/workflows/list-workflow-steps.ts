import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { functionGroups } from '#shapes/expressions/functions.ts'
import { knownCatalogue } from './known-catalogue.ts'

const Schema = z.record(z.string(), z.unknown())

const WorkflowAction = shape('WorkflowAction', {
  name: z.string(),
  summary: z.string(),
  description: z.string().nullable(),
  effect: z.enum(['read', 'write']),
  least: z.string().describe('The least role that may do it'),
  leaves: z.string().nullable().describe('What leaves the house by it'),
  needs_one_of: z.array(z.array(z.string())).describe('Of each of these lists of fields one at least is given'),
  input: Schema.describe('JSON Schema of the input'),
  output: Schema.describe('JSON Schema of `steps.<id>`'),
})

const WorkflowEvent = shape('WorkflowEvent', {
  type: z.string(),
  about: z.string(),
  data: Schema.describe('JSON Schema of `trigger.data`'),
  changes: Schema.nullable().describe('JSON Schema of `trigger.before` and `trigger.after`; null: it has none'),
})

const WorkflowFunction = shape('WorkflowFunction', {
  group: z.string(),
  name: z.string(),
  signature: z.string().describe('Names and types; `?` behind a name: may be left out; behind a type: may be empty'),
  summary: z.string(),
  example: z.string(),
  gives: z.unknown().describe('What the example gives'),
})

export const listWorkflowSteps = action({
  name: 'list-workflow-steps',
  summary: 'List what workflows can be made of',
  description:
    'Actions that a step may call, events that may start a workflow or end a wait, and the functions of expressions.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({}),
  output: z.object({
    actions: z.array(WorkflowAction),
    events: z.array(WorkflowEvent),
    functions: z.array(WorkflowFunction),
  }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  async run() {
    const { actions, events } = knownCatalogue()
    return {
      actions: [...actions.values()].map((each) => ({
        ...each,
        needs_one_of: each.needs_one_of.map((fields) => [...fields]),
        ...{ input: { ...each.input }, output: { ...each.output } },
      })),
      events: [...events.values()].map((each) => ({
        ...each,
        data: { ...each.data },
        changes: each.changes && { ...each.changes },
      })),
      functions: functionGroups.flatMap(({ title, functions }) => functions.map((each) => ({ group: title, ...each }))),
    }
  },
})
