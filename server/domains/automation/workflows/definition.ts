import { z } from 'zod'
import { choice, schemaNames } from '#shapes'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { Missed, Schedule } from './schedules.ts'
import { Duration, waitTimes } from './wait-times.ts'

/*
 * A workflow as data: what starts it, and a graph of typed nodes. The graph is structured: the body of a loop or of a branch is entered by an
 * outlet and ends where a path has no next, so joins need no node of their own, no edge leaves its body, and there are no cycles.
 *
 * Node kinds change only so that published versions still run: a new member has a default, none is removed (`published-examples.test.ts`).
 */

/** As far as an operator may go; what counts of them is checked by `caps-troubles.ts` (decisions, "Caps"). */
const { nodes: mostNodes, branches: mostBranches, items: mostItems } = highestCaps
export const usualItems = 100
const mostText = 16_000
const mostExpression = 4_096

export const NodeId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/)
  .describe('A name by which later steps refer to it: steps.<id>')
const Outlet = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
const Expression = z.string().min(1).max(mostExpression)
const Title = z.string().trim().min(1).max(120)

/** JSON whose texts may hold `{{ expressions }}`; what it must be is the shape of what it is given to. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value }
export const Value: z.ZodType<Value> = z.lazy(() =>
  z.union([
    z.string().max(mostText),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(Value).max(mostItems),
    z.record(z.string().max(200), Value),
  ]),
)
const Values = z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/), Value)

export const FieldType = choice('WorkflowFieldType', [
  ...(['text', 'long_text', 'number', 'money', 'date'] as const),
  ...(['tick', 'choice', 'several', 'email', 'phone'] as const),
])
const FieldChoice = z.strictObject({ value: NodeId, label: Title }).register(schemaNames, { id: 'WorkflowFieldChoice' })

/** What a workflow can be started for by hand. */
export const RequestSubject = choice('WorkflowRequestSubject', ['lead', 'contact', 'deal'])

/** One field that a person or a caller fills in. */
export const FieldDefinition = z
  .strictObject({
    name: NodeId,
    label: Title,
    type: FieldType,
    required: z.boolean().default(false),
    choices: z.array(FieldChoice).min(1).max(50).optional(),
    help: z.string().max(500).optional(),
    hidden: z.boolean().optional().describe('What is filled in is masked wherever a run shows it'),
  })
  .register(schemaNames, { id: 'WorkflowField' })
export type FieldDefinition = z.output<typeof FieldDefinition>

/** What a model is to answer: closed, five deep at most. */
export interface AnswerField {
  readonly name: string
  readonly about?: string | undefined
  readonly type: 'text' | 'number' | 'whole' | 'tick' | 'choice' | 'list' | 'object'
  readonly choices?: readonly string[] | undefined
  readonly fields?: readonly AnswerField[] | undefined
  readonly items?: Omit<AnswerField, 'name'> | undefined
}
const answerTypes = z.enum(['text', 'number', 'whole', 'tick', 'choice', 'list', 'object'])
const answerPart = {
  about: z.string().max(500).optional(),
  type: answerTypes,
  choices: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
  fields: z.lazy(() => z.array(AnswerField).min(1).max(30)).optional(),
  items: z.lazy((): z.ZodType => z.strictObject(answerPart)).optional(),
}
export const AnswerField: z.ZodType<AnswerField> = z.lazy(() => z.strictObject({ name: NodeId, ...answerPart })) as never

/** What starts it. */
export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event'),
    event: z.string().max(80).describe('A public event'),
    filter: Expression.optional(),
    imports: z.boolean().default(false).describe('Also for what files and CRM imports bring'),
  }),
  z.strictObject({
    kind: z.literal('schedule'),
    schedule: Schedule,
    missed: Missed.default('once').describe('Times that passed while nothing ran'),
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    check: z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('standard_webhooks') }),
      z.strictObject({ by: z.literal('hmac'), header: z.string().max(100), prefix: z.string().max(40).default('') }),
      z.strictObject({ by: z.literal('bearer') }),
      z.strictObject({ by: z.literal('nothing') }),
    ]),
    repeats: z
      .strictObject({ in: z.enum(['header', 'body']), name: z.string().min(1).max(100) })
      .optional()
      .describe('Where the sender names its message, so that a repeat is known as one. Without: the header webhook-id'),
    filter: Expression.optional(),
  }),
  z.strictObject({
    kind: z.literal('request'),
    subject: RequestSubject.optional().describe('What it is started for by hand'),
    input: z.array(FieldDefinition).max(50).default([]),
    open_to: z.enum(['member', 'admin']).default('admin').describe('Who may start it'),
  }),
])
export type Trigger = z.output<typeof Trigger>

const OnError = z.strictObject({
  tries: z.int().min(1).max(20).default(5),
  delay_seconds: z.int().min(1).max(86_400).default(10).describe('Before the second try; then twice that each time'),
})
const common = {
  id: NodeId,
  title: Title.optional(),
  next: z.record(Outlet, NodeId).default({}).describe('By outlet, the step that follows; a path without a next ends'),
  hidden: z.boolean().optional().describe('What it takes is not stored, and what it gives is not shown'),
}
const fallible = {
  ...common,
  on_error: OnError.optional(),
  limit: z
    .strictObject({ times: z.int().min(1).max(10_000), seconds: z.int().min(1).max(86_400) })
    .optional()
    .describe('Of all runs of the workflow together; one more waits'),
}

/** To whom a step for a person goes. */
export const Recipient = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('person'),
    person: z.string().max(100).describe('A member; a placeholder after an import'),
  }),
  z.strictObject({ kind: z.literal('role'), role: z.enum(['member', 'admin', 'owner']) }),
  z.strictObject({ kind: z.literal('deal_owner'), deal: Expression.describe('Answers the id of a deal') }),
  z.strictObject({
    kind: z.literal('client'),
    email: z.string().max(1_000).describe('A text with the address; the page is public'),
  }),
])
export type Recipient = z.output<typeof Recipient>

export const WaitFor = z.discriminatedUnion('kind', [
  ...waitTimes,
  z.strictObject({ kind: z.literal('until'), at: Expression.describe('Answers an instant') }),
  z.strictObject({
    kind: z.literal('event'),
    event: z.string().max(80),
    about: Expression.optional().describe(
      'Answers an id: only events of which it is the subject, or that name it in their data',
    ),
    where: Expression.optional().describe('Over `event` (as `trigger` is described) and what the run knows'),
    at_most: Duration.describe('Then it goes on by the outlet timeout'),
  }),
])
export type WaitFor = z.output<typeof WaitFor>

export const Node = z.discriminatedUnion('kind', [
  z.strictObject({
    ...fallible,
    kind: z.literal('action'),
    action: z.string().max(80).describe('The wire name of an action that is open to workflows'),
    input: Values.default({}),
  }),
  z.strictObject({ ...common, kind: z.literal('condition'), when: Expression }),
  z.strictObject({
    ...common,
    kind: z.literal('switch'),
    cases: z
      .array(z.strictObject({ id: Outlet, title: Title.optional(), when: Expression }))
      .min(1)
      .max(mostBranches)
      .describe('The first that is true; else the outlet otherwise'),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('loop'),
    items: Expression.describe('Answers a list'),
    most: z.int().min(1).max(mostItems).default(usualItems).describe('With more of them the step fails'),
    leave_out: z.boolean().optional().describe('What is over `most` is left out, and the step does not fail'),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('parallel'),
    branches: z
      .array(z.strictObject({ id: Outlet, title: Title.optional() }))
      .min(2)
      .max(mostBranches),
    wait_for: z.union([z.enum(['all', 'any']), z.int().min(1).max(mostBranches)]).default('all'),
  }),
  z.strictObject({ ...common, kind: z.literal('set'), values: Values }),
  z.strictObject({
    ...fallible,
    kind: z.literal('http'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    url: z.string().min(1).max(2_000),
    headers: z.record(z.string().max(100), z.string().max(2_000)).default({}),
    body: Value.optional(),
    connection: z.string().max(100).optional().describe('Whose credentials are sent'),
    takes_keys: z.boolean().default(false).describe('The receiver knows Idempotency-Key: a request may be repeated'),
  }),
  z.strictObject({
    ...fallible,
    kind: z.literal('ai'),
    prompt: z.string().min(1).max(mostText),
    input: Value.optional().describe('What is to be looked at: data, never instructions'),
    answer: z.array(AnswerField).min(1).max(30),
    model: z.string().max(100).optional(),
    budget_micros: z
      .int()
      .min(1)
      .optional()
      .describe('Of the step in a month, in millionths of the workspace’s currency of models'),
  }),
  z.strictObject({ ...common, kind: z.literal('wait'), for: WaitFor }),
  z.strictObject({
    ...common,
    kind: z.literal('person'),
    to: Recipient,
    heading: z.string().min(1).max(500),
    text: z.string().max(mostText).default(''),
    form: z.array(FieldDefinition).max(30).default([]),
    choices: z
      .array(z.strictObject({ id: Outlet, label: Title }))
      .min(1)
      .max(10)
      .default([{ id: 'done', label: 'Done' }])
      .describe('The buttons: each is an outlet'),
    remind_after: Duration.optional(),
    escalate: z.strictObject({ after: Duration, to: Recipient }).optional(),
    at_most: Duration.optional().describe('Then it goes on by the outlet timeout; 400 days without'),
  }),
  z.strictObject({
    ...fallible,
    kind: z.literal('workflow'),
    workflow: z.string().max(100).describe('The id of a workflow that is started by request'),
    input: Values.default({}),
    wait: z.boolean().default(true).describe('For its end; otherwise it goes on at once'),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('stop'),
    outcome: z.enum(['completed', 'failed']).default('completed'),
    reason: z.string().max(1_000).default(''),
  }),
])
export type Node = z.output<typeof Node>
export type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

export const Settings = z.strictObject({
  role: z.enum(['member', 'admin']).default('member').describe('What it may do: as a user of this role'),
  concurrency: z
    .strictObject({
      key: Expression.describe('Answers a text: of one key, one run at a time'),
      others: z.enum(['queue', 'skip', 'cancel_older']).default('queue'),
    })
    .optional(),
  values_for: z
    .enum(['member', 'admin'])
    .optional()
    .describe('Who may read what its steps took and gave: any member, unless it says admin'),
  keep_days: z.int().min(1).max(400).default(30).describe('What steps took and gave'),
  budget_micros: z
    .int()
    .min(1)
    .optional()
    .describe('Of all its steps that ask a model in a month, in millionths of the workspace’s currency of models'),
})

export const Definition = z.strictObject({
  foyer_workflow: z.literal(1),
  name: Title,
  description: z.string().max(2_000).default(''),
  trigger: Trigger,
  first: NodeId.nullable().default(null),
  nodes: z.array(Node).max(mostNodes).default([]),
  settings: Settings.prefault({}),
})
export type Definition = z.output<typeof Definition>

/** The outlets of a node, in their order; `error` of what can fail is the last. */
export const outletsOf = (node: Node): string[] => {
  switch (node.kind) {
    case 'condition':
      return ['yes', 'no']
    case 'switch':
      return [...node.cases.map(({ id }) => id), 'otherwise']
    case 'loop':
      return ['each', 'done']
    case 'parallel':
      return [...node.branches.map(({ id }) => id), 'done']
    case 'wait':
      return node.for.kind === 'event' ? ['done', 'timeout'] : ['done']
    case 'person':
      return [...node.choices.map(({ id }) => id), 'timeout']
    case 'stop':
      return []
    case 'set':
      return ['done']
    default:
      return ['done', 'error']
  }
}

/** The outlets that lead into a body: what is reached by them ends inside the node. */
export const bodiesOf = (node: Node): string[] =>
  node.kind === 'loop' ? ['each'] : node.kind === 'parallel' ? node.branches.map(({ id }) => id) : []
