import { strings } from '../strings.ts'
import type { Definition, Node, NodeKind } from './graph.ts'

/** A step as it is added: what has to be filled in is empty. */
export const newNode = (kind: NodeKind, id: string): Node => {
  const common = { id, next: {} }
  switch (kind) {
    case 'action':
      return { ...common, kind, action: '', input: {} }
    case 'condition':
      return { ...common, kind, when: '' }
    case 'switch':
      return { ...common, kind, cases: [{ id: 'case_1', when: '' }] }
    case 'loop':
      return { ...common, kind, items: '', most: 100 }
    case 'parallel':
      return { ...common, kind, branches: [{ id: 'branch_1' }, { id: 'branch_2' }], wait_for: 'all' }
    case 'set':
      return { ...common, kind, values: {} }
    case 'http':
      return { ...common, kind, method: 'POST', url: '', headers: {}, takes_keys: false }
    case 'ai':
      return { ...common, kind, prompt: '', answer: [{ name: 'answer', type: 'text' }] }
    case 'wait':
      return { ...common, kind, for: { kind: 'duration', duration: { amount: 1, unit: 'days' } } }
    case 'person':
      return {
        ...common,
        kind,
        to: { kind: 'role', role: 'admin' },
        heading: '',
        text: '',
        form: [],
        choices: [{ id: 'done', label: strings.doneButton }],
      }
    case 'workflow':
      return { ...common, kind, workflow: '', input: {}, wait: true }
    case 'stop':
      return { ...common, kind, outcome: 'completed', reason: '' }
  }
}

export const nodeKinds: readonly NodeKind[] = [
  'action',
  'condition',
  'switch',
  'wait',
  'person',
  'ai',
  'set',
  'loop',
  'parallel',
  'http',
  'workflow',
  'stop',
]

const isFields = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Members of the kind that are asked for, with what is there in the place of what a new step has. */
const filled = (usual: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> => ({
  ...given,
  ...Object.fromEntries(
    Object.entries(usual).map(([name, value]) => {
      const is = given[name]
      const isFit = Array.isArray(value) ? Array.isArray(is) : isFields(value) ? isFields(is) : typeof is === typeof value
      // Whom to wait for may be a word or a number.
      return [name, isFit || (name === 'wait_for' && typeof is === 'number') ? is : value]
    }),
  ),
})

/** A draft as the server answers it, in which steps may be unfinished: what this app reads of a step is there in each. */
export const readDefinition = (given: unknown): Definition => {
  const definition = given as Definition
  return {
    ...definition,
    description: definition.description ?? '',
    first: definition.first ?? null,
    nodes: (definition.nodes ?? []).map((node) => filled({ ...newNode(node.kind, node.id) }, { ...node }) as never as Node),
    settings: definition.settings ?? {},
  }
}
