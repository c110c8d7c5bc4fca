import { before, type Definition, type Node, nodeOf, scopesOf } from '../graph/graph.ts'
import { type JsonSchema, pathsIn, spoken } from '../json-schemas.ts'
import { fieldName } from '../names/spoken-names.ts'
import { stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import type { StepCatalogue } from './editing.ts'

/** A value that an expression can name. */
export interface KnownValue {
  readonly expression: string
  /** The step, or the trigger. */
  readonly source: string
  readonly label: string
  readonly type: string
}

/** Of one step; who wants a rarer one types it. */
const mostOfOne = 80

/** What a text or a condition at a step can name, the nearest first. */
export const knownValues = (definition: Definition, id: string | null, catalogue: StepCatalogue): KnownValue[] => {
  const earlier = id === null ? new Set<string>() : before(definition, id)
  const nodes = definition.nodes.filter((node) => earlier.has(node.id)).toReversed()
  return [
    ...loopValues(definition, id),
    ...nodes.flatMap((node) => stepValues(node, catalogue)),
    ...triggerValues(definition, catalogue),
    ...varValues(definition, earlier),
    ...['now', 'run.started_at', 'run.id'].map(
      (expression): KnownValue => ({ expression, source: strings.ofRun, label: spoken(expression), type: '' }),
    ),
  ]
}

const fromSchema = (prefix: string, source: string, schema: JsonSchema): KnownValue[] =>
  pathsIn(schema, mostOfOne).map(({ path, schema: { type } }) => ({
    expression: `${prefix}.${path.join('.')}`,
    source,
    label: path.map(fieldName).join(' › '),
    type: typeof type === 'string' ? type : '',
  }))

const fromNames = (prefix: string, source: string, names: readonly string[]): KnownValue[] =>
  names.map((name) => ({ expression: `${prefix}.${name}`, source, label: spoken(name), type: '' }))

const stepValues = (node: Node, catalogue: StepCatalogue): KnownValue[] => {
  const [prefix, source] = [`steps.${node.id}`, stepName(node)]
  switch (node.kind) {
    case 'action': {
      const action = catalogue.actions.find(({ name }) => name === node.action)
      return action ? fromSchema(prefix, source, action.output) : []
    }
    case 'ai':
      return fromNames(
        prefix,
        source,
        node.answer.map(({ name }) => name),
      )
    case 'loop':
      return fromNames(prefix, source, ['count', 'left_out'])
    default:
      return []
  }
}

const triggerValues = ({ trigger }: Definition, { events }: StepCatalogue): KnownValue[] => {
  const source = strings.ofTrigger
  const common = fromNames('trigger', source, ['at'])
  if (trigger.kind === 'event') {
    const event = events.find(({ type }) => type === trigger.event)
    if (!event) return common
    const changes = (['before', 'after'] as const).flatMap((side) =>
      event.changes
        ? fromSchema(`trigger.${side}`, source, event.changes).map((value) => ({
            ...value,
            label: `${strings[side]} › ${value.label}`,
          }))
        : [],
    )
    return [
      ...fromSchema('trigger.data', source, event.data),
      ...changes,
      ...fromNames('trigger', source, ['subject_id']),
      ...common,
    ]
  }
  if (trigger.kind === 'request')
    return [
      ...fromNames(
        'trigger.input',
        source,
        (trigger.input ?? []).map(({ name }) => name),
      ),
      ...(trigger.subject ? fromNames('trigger.subject', source, ['id']) : []),
      ...common,
    ]
  return [...common, ...(trigger.kind === 'webhook' ? fromNames('trigger', source, ['data']) : [])]
}

const varValues = (definition: Definition, earlier: ReadonlySet<string>): KnownValue[] =>
  definition.nodes.flatMap((node) =>
    node.kind === 'set' && earlier.has(node.id) ? fromNames('vars', stepName(node), Object.keys(node.values)) : [],
  )

const loopValues = (definition: Definition, id: string | null): KnownValue[] => {
  const scopes = scopesOf(definition)
  if (id === null || !(scopes instanceof Map)) return []
  for (let scope = scopes.get(id); scope?.from; scope = scopes.get(scope.from))
    if (nodeOf(definition, scope.from)?.kind === 'loop')
      return ['item', 'index'].map((name) => ({ expression: name, source: strings.ofItem, label: spoken(name), type: '' }))
  return []
}
