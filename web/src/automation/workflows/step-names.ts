import { type Node, outletsOf } from './graph/graph.ts'
import { actionName, eventName } from './names/spoken-names.ts'
import { strings } from './strings.ts'

/** What a step is called: its title, or what it does. */
export const stepName = (node: Node): string => {
  if (node.title) return node.title
  switch (node.kind) {
    case 'action':
      return node.action === '' ? strings.kinds.action : actionName(node.action)
    case 'wait':
      return node.for.kind === 'duration' && node.for.duration
        ? strings.summaries.waitFor(strings.duration(node.for.duration.amount, node.for.duration.unit))
        : node.for.kind === 'event' && node.for.event
          ? strings.summaries.waitEvent(eventName(node.for.event))
          : strings.kinds.wait
    case 'person':
      return node.heading || strings.kinds.person
    default:
      return strings.kinds[node.kind]
  }
}

/** A second line below the name: what it is about, in short. */
export const stepDetail = (node: Node): string => {
  switch (node.kind) {
    case 'condition':
      return node.when
    case 'loop':
      return node.items
    case 'http':
      return node.url === '' ? '' : `${node.method} ${node.url}`
    case 'set':
      return Object.keys(node.values).join(', ')
    case 'ai':
      return node.prompt
    case 'stop':
      return node.reason
    case 'person':
      return node.to.kind === 'role' ? strings.summaries.askRole(strings.toRoles[node.to.role]) : strings.toKinds[node.to.kind]
    case 'action':
      return node.title ? actionName(node.action) : ''
    default:
      return node.title ? strings.kinds[node.kind] : ''
  }
}

/** What stands at an outlet. */
export const outletName = (node: Node, outlet: string): string => {
  if (node.kind === 'switch' || node.kind === 'parallel') {
    const list: readonly { readonly id: string; readonly title?: string | undefined }[] =
      node.kind === 'switch' ? node.cases : node.branches
    const at = list.findIndex(({ id }) => id === outlet)
    const named = list[at]
    if (named) return named.title || (node.kind === 'switch' ? strings.caseOf(at + 1) : strings.branchOf(at + 1))
  }
  if (node.kind === 'person') {
    const choice = node.choices.find(({ id }) => id === outlet)
    if (choice && outletsOf(node).includes(outlet)) return choice.label
  }
  if (outlet === 'done' && (node.kind === 'loop' || node.kind === 'parallel')) return strings.outlets.afterAll
  return strings.outlets[outlet as keyof typeof strings.outlets] ?? outlet
}
