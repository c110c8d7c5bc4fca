import type { Definition, Node, Value } from './graph.ts'

/** Changes each expression of a definition: bare ones, and those between `{{` and `}}` in texts. */
type Change = (expression: string) => string

const inText = (text: string, change: Change): string =>
  text.replaceAll(/\{\{([\s\S]*?)\}\}/g, (_, expression: string) => `{{${change(expression)}}}`)

const inValue = (value: Value, change: Change): Value => {
  if (typeof value === 'string') return inText(value, change)
  if (Array.isArray(value)) return value.map((each) => inValue(each, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inValue(each, change)]))
}
const inValues = (values: Record<string, Value>, change: Change): Record<string, Value> =>
  inValue(values, change) as Record<string, Value>

type Recipient = Extract<Node, { kind: 'person' }>['to']
const inRecipient = (to: Recipient, change: Change): Recipient =>
  to.kind === 'deal_owner'
    ? { ...to, deal: change(to.deal) }
    : to.kind === 'client'
      ? { ...to, email: inText(to.email, change) }
      : to

/** A node with its expressions changed. */
export const changeExpressions = (node: Node, change: Change): Node => {
  switch (node.kind) {
    case 'action':
    case 'workflow':
      return { ...node, input: inValues(node.input, change) }
    case 'condition':
      return { ...node, when: change(node.when) }
    case 'switch':
      return { ...node, cases: node.cases.map((each) => ({ ...each, when: change(each.when) })) }
    case 'loop':
      return { ...node, items: change(node.items) }
    case 'set':
      return { ...node, values: inValues(node.values, change) }
    case 'http':
      return {
        ...node,
        url: inText(node.url, change),
        headers: Object.fromEntries(Object.entries(node.headers).map(([name, text]) => [name, inText(text, change)])),
        ...(node.body !== undefined && { body: inValue(node.body, change) }),
      }
    case 'ai':
      return {
        ...node,
        prompt: inText(node.prompt, change),
        ...(node.input !== undefined && { input: inValue(node.input, change) }),
      }
    case 'wait': {
      const wait = node.for
      if (wait.kind === 'until') return { ...node, for: { ...wait, at: change(wait.at) } }
      if (wait.kind === 'event' && wait.where !== undefined) return { ...node, for: { ...wait, where: change(wait.where) } }
      return node
    }
    case 'person':
      return {
        ...node,
        to: inRecipient(node.to, change),
        heading: inText(node.heading, change),
        text: inText(node.text, change),
        ...(node.escalate && { escalate: { ...node.escalate, to: inRecipient(node.escalate.to, change) } }),
      }
    case 'stop':
      return { ...node, reason: inText(node.reason, change) }
    default:
      return node
  }
}

/** Of texts between quotation marks, which are no names, the first alternative. */
const stepNames = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.])steps(\s*\.\s*)([a-z][a-z0-9_]*)/g

/** An expression that speaks of other steps by `names`: `steps.old.email` → `steps.new.email`. */
export const renameSteps =
  (names: ReadonlyMap<string, string>): Change =>
  (expression) =>
    expression.replaceAll(stepNames, (whole, dot?: string, id?: string) =>
      id === undefined ? whole : `steps${dot}${names.get(id) ?? id}`,
    )

/** The steps that the expressions of a node name. */
export const stepsNamedBy = (node: Node): Set<string> => {
  const named = new Set<string>()
  changeExpressions(node, (expression) => {
    for (const [, , id] of expression.matchAll(stepNames)) if (id !== undefined) named.add(id)
    return expression
  })
  return named
}

/** All expressions of a definition that name steps, under their new names. */
export const renameEverywhere = (definition: Definition, names: ReadonlyMap<string, string>): Definition => {
  const change = renameSteps(names)
  const { concurrency } = definition.settings
  return {
    ...definition,
    nodes: definition.nodes.map((node) => changeExpressions(node, change)),
    settings: {
      ...definition.settings,
      ...(concurrency && { concurrency: { ...concurrency, key: change(concurrency.key) } }),
    },
  }
}
