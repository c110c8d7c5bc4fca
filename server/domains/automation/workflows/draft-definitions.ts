import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { highestCaps, usualCaps, type WorkflowCaps } from '#shapes/workflow-caps.ts'
import { Definition, Node, NodeId } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { placeOfIssue, wordsOfIssue } from './shape-troubles.ts'

/*
 * What a draft must be: enough of a graph to be drawn. What its steps hold may be unfinished; `troubles.ts` says what is left to do.
 */

const kinds = Node.options.map(({ shape }) => shape.kind.value)
const triggerKinds = ['event', 'schedule', 'webhook', 'request'] as const

const DraftNode = z.looseObject({
  id: NodeId,
  kind: z.enum(kinds as [Node['kind'], ...Node['kind'][]]),
  title: z.string().max(120).optional(),
  next: z.record(NodeId, NodeId).default({}),
})
export type DraftNode = z.output<typeof DraftNode>

export const DraftDefinition = z.strictObject({
  foyer_workflow: z.literal(1),
  name: z.string().max(120),
  description: z.string().max(2_000).default(''),
  trigger: z.looseObject({ kind: z.enum(triggerKinds) }),
  first: NodeId.nullable().default(null),
  nodes: z.array(DraftNode).max(highestCaps.nodes).default([]),
  settings: z.looseObject({}).default({}),
})
export type DraftDefinition = z.output<typeof DraftDefinition>

/** As actions take it: what it must be is said with the step and the field, by `readDraft`. */
export const SentDefinition = z
  .record(z.string(), z.unknown())
  .describe('The workflow: see `/docs/workflow.schema.json`. The steps of a draft may be unfinished')

export const readDraft = (sent: unknown, caps: WorkflowCaps = usualCaps, field = 'definition'): DraftDefinition =>
  read(DraftDefinition, sent, caps, field)

/** A whole one, without an unknown member. */
export const readDefinition = (sent: unknown, caps: WorkflowCaps = usualCaps, field = 'definition'): Definition =>
  read(Definition, sent, caps, field)

const read = <Shape extends z.ZodType>(shape: Shape, sent: unknown, caps: WorkflowCaps, within: string): z.output<Shape> => {
  if (bytesOf(sent) > caps.definitionBytes) throw new Failure(workflowErrors.workflow_too_large, { field: within })
  const { nodes } = (sent ?? {}) as { readonly nodes?: unknown }
  if (Array.isArray(nodes) && nodes.length > caps.nodes)
    throw new Failure(workflowErrors.workflow_malformed, {
      message: `nodes must have ${caps.nodes} steps at most`,
      field: `${within}.nodes`,
      facts: { node: null, node_field: 'nodes' },
    })
  const parsed = shape.safeParse(sent)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw new Error('a definition that is refused without an issue')
  const { node, field, path } = placeOfIssue(issue, sent)
  throw new Failure(workflowErrors.workflow_malformed, {
    message: `${node === null ? '' : `Step ${node}: `}${field === '' ? 'it' : field} ${wordsOfIssue(issue)}`,
    field: [within, ...path].join('.'),
    facts: { node, node_field: field },
  })
}

const bytesOf = (sent: unknown): number => Buffer.byteLength(JSON.stringify(sent))
