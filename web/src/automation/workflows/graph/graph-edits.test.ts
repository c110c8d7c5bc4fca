import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as server from '#domains/automation/workflows/definition.ts'
import { renameSteps, stepsNamedBy } from './expression-texts.ts'
import { before, bodiesOf, type Definition, flawOf, type Node, nodeOf, outletsOf, type Place, start } from './graph.ts'
import {
  connect,
  copyOf,
  duplicate,
  type Edited,
  freeId,
  idsOf,
  insert,
  insertAfter,
  insertBefore,
  move,
  paste,
  placesOf,
  remove,
  rename,
  replace,
  wrap,
} from './graph-edits.ts'
import { edit, historyOf, redo, undo } from './history.ts'
import { join } from './join.ts'
import { layoutOf } from './layout.ts'
import { newNode } from './new-nodes.ts'
import { nodesOfChain, outlineOf } from './outline-rows.ts'

const empty = server.Definition.parse({ foyer_workflow: 1, name: 'Welcome', trigger: { kind: 'request' } })
const kinds = ['action', 'condition', 'switch', 'loop', 'parallel', 'set', 'wait', 'person', 'stop', 'ai', 'http'] as const

const made = (kind: (typeof kinds)[number], definition: Definition): Node => {
  const node = newNode(kind, freeId(idsOf(definition), kind))
  const [named] = definition.nodes
  return node.kind === 'set' && named ? { ...node, values: { seen: `{{ steps.${named.id}.ok }}` } } : node
}

/** Each edit with numbers that choose what it is about. */
interface Step {
  readonly name:
    | 'insert'
    | 'before'
    | 'after'
    | 'connect'
    | 'cut'
    | 'remove'
    | 'copy'
    | 'move'
    | 'wrap'
    | 'rename'
    | 'replace'
    | 'paste'
  readonly kind: (typeof kinds)[number]
  readonly a: number
  readonly b: number
}
const steps = fc.array(
  fc.record<Step>({
    name: fc.constantFrom(
      ...(['insert', 'insert', 'insert', 'before', 'after', 'connect', 'cut', 'remove'] as const),
      ...(['copy', 'move', 'wrap', 'rename', 'replace', 'paste'] as const),
    ),
    kind: fc.constantFrom(...kinds),
    a: fc.nat(1_000),
    b: fc.nat(1_000),
  }),
  { maxLength: 30 },
)

const pick = <Of>(list: readonly Of[], n: number): Of | undefined => list[n % Math.max(list.length, 1)]

const apply = (definition: Definition, { name, kind, a, b }: Step): Edited => {
  const places = placesOf(definition)
  const [at, id, other] = [
    pick(places, a) ?? start,
    pick(definition.nodes, a)?.id ?? 'none',
    pick(definition.nodes, b)?.id ?? 'none',
  ]
  switch (name) {
    case 'insert':
      return insert(definition, made(kind, definition), at)
    case 'before':
      return insertBefore(definition, made(kind, definition), id)
    case 'after':
      return insertAfter(definition, made(kind, definition), id)
    case 'connect':
      return connect(definition, at, other)
    case 'cut':
      return connect(definition, at, null)
    case 'remove':
      return remove(definition, a % 3 === 0 ? [id, other] : [id])
    case 'copy':
      return duplicate(definition, id)
    case 'move':
      return move(definition, id, pick(places, b) ?? start)
    case 'wrap':
      return wrap(definition, a % 2 ? [id] : [id, other], made(b % 2 ? 'loop' : 'parallel', definition))
    case 'rename':
      return rename(definition, id, freeId(idsOf(definition), 'renamed'))
    case 'replace': {
      const node = nodeOf(definition, id)
      if (node?.kind !== 'switch') return { definition, changed: [] }
      return replace(definition, { ...node, cases: [{ id: `case_${b}`, when: 'true' }] })
    }
    case 'paste':
      return paste(definition, copyOf(definition, [id, other]), at)
  }
}

/** By another way than the app: goes through what is reached, and says in which body each step stands. */
const walkFaults = (definition: Definition): string[] => {
  const [scopes, faults] = [new Map<string, string>(), [] as string[]]
  const walk = (id: string, scope: string, path: readonly string[]): void => {
    if (path.includes(id)) return void faults.push(`a circle at ${id}`)
    const known = scopes.get(id)
    if (known !== undefined && known !== scope) return void faults.push(`${id} in ${known} and ${scope}`)
    if (known !== undefined) return
    scopes.set(id, scope)
    const node = nodeOf(definition, id)
    if (!node) return void faults.push(`no ${id}`)
    for (const [outlet, to] of Object.entries(node.next)) {
      if (!server.outletsOf(node).includes(outlet)) faults.push(`${id} has no ${outlet}`)
      walk(to, server.bodiesOf(node).includes(outlet) ? `${scope}/${id}.${outlet}` : scope, [...path, id])
    }
  }
  if (definition.first !== null) walk(definition.first, '', [])
  return faults
}

const frozen = <Of>(value: Of): Of => {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}

test('every edit leaves a sound definition or is refused, and changes nothing of the one it was given', () => {
  let refused = 0
  let done = 0
  fc.assert(
    fc.property(steps, (list) => {
      let definition: Definition = frozen(empty)
      for (const step of list) {
        const edited = apply(definition, step)
        if ('refused' in edited) {
          refused++
          continue
        }
        done++
        definition = frozen(edited.definition)
        assert.equal(flawOf(definition), null)
        assert.deepEqual(walkFaults(definition), [])
        for (const node of definition.nodes) {
          assert.deepEqual(outletsOf(node), server.outletsOf(node))
          assert.deepEqual(bodiesOf(node), server.bodiesOf(node))
        }
        assert.ok(edited.changed.every((id) => nodeOf(definition, id)))
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(done > refused, `${done} done, ${refused} refused`)
})

test('the outline and the layout of any graph show each step once', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const definition = list.reduce<Definition>((before, each) => {
        const edited = apply(before, each)
        return 'definition' in edited ? edited.definition : before
      }, empty)
      const ids = definition.nodes.map(({ id }) => id).sort()
      const { main, apart } = outlineOf(definition)
      assert.deepEqual(
        [main, ...apart]
          .flatMap(nodesOfChain)
          .map(({ id }) => id)
          .sort(),
        ids,
      )
      const layout = layoutOf(definition)
      assert.deepEqual(layout.steps.map(({ node }) => node.id).sort(), ids)
      for (const { x, y } of layout.steps) assert.ok(Number.isFinite(x) && Number.isFinite(y))
    }),
    { numRuns: 100 },
  )
})

test('all edits are undone one by one to the beginning, and done again to the same end', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let history = historyOf(empty)
      for (const step of list) {
        const edited = apply(history.present, step)
        if ('definition' in edited) history = edit(history, edited.definition)
      }
      const end = history.present
      let back = history
      while (back.past.length > 0) back = undo(back)
      assert.equal(back.present, empty)
      while (back.future.length > 0) back = redo(back)
      assert.equal(back.present, end)
    }),
    { numRuns: 100 },
  )
})

test('two who edit one draft lose no step that one of them added, and the joined draft is sound', () => {
  fc.assert(
    fc.property(steps, steps, steps, (common, one, other) => {
      const run = (definition: Definition, list: readonly Step[]): Definition =>
        list.reduce((before, step) => {
          const edited = apply(before, step)
          return 'definition' in edited ? edited.definition : before
        }, definition)
      const base = run(empty, common)
      const [mine, theirs] = [run(base, one), run(base, other)]
      const { definition } = join(base, mine, theirs)
      const found = flawOf(definition)
      assert.ok(found === null || found === 'size', String(found))
      const known = idsOf(base)
      const added = [...mine.nodes, ...theirs.nodes]
        .filter(({ id }) => !known.has(id))
        .map((node) => JSON.stringify({ ...node, next: {} }))
      assert.ok(definition.nodes.filter(({ id }) => !known.has(id)).length >= new Set(added).size)
      assert.deepEqual(join(base, base, theirs).definition.nodes.length, theirs.nodes.length)
    }),
    { numRuns: 200 },
  )
})

const chain = (): Definition => {
  const done = (edited: Edited): Definition => {
    assert.ok('definition' in edited, JSON.stringify(edited))
    return edited.definition
  }
  const nodes = ['ask', 'check', 'welcome'].map((id): Node => newNode(id === 'check' ? 'condition' : 'action', id))
  const [ask, check, welcome] = nodes as [Node, Node, Node]
  const first = done(insert(empty, ask, start))
  const second = done(insertAfter(first, check, 'ask'))
  return done(insertAfter(second, welcome, 'check'))
}

test('a step is removed, and its follower follows what led to it', () => {
  const edited = remove(chain(), ['check'])
  assert.ok('definition' in edited)
  assert.equal(nodeOf(edited.definition, 'ask')?.next.done, 'welcome')
})

test('a circle and a way into a body are refused by name', () => {
  const looped = insert(chain(), newNode('loop', 'each_one'), { from: 'welcome', outlet: 'done' })
  assert.ok('definition' in looped)
  assert.deepEqual(connect(looped.definition, { from: 'welcome', outlet: 'error' }, 'ask'), { refused: 'cycle' })
  const inside = insert(looped.definition, newNode('set', 'inside'), { from: 'each_one', outlet: 'each' })
  assert.ok('definition' in inside)
  const place: Place = { from: 'ask', outlet: 'error' }
  assert.deepEqual(connect(inside.definition, place, 'inside'), { refused: 'scope' })
})

test('a step inside a body sees what ran before it and the loop around it, and a step behind the loop does not see into it', () => {
  const looped = insert(chain(), newNode('loop', 'each_one'), { from: 'welcome', outlet: 'done' })
  assert.ok('definition' in looped)
  const inside = insert(looped.definition, newNode('set', 'inside'), { from: 'each_one', outlet: 'each' })
  assert.ok('definition' in inside)
  const behind = insert(inside.definition, newNode('set', 'behind'), { from: 'each_one', outlet: 'done' })
  assert.ok('definition' in behind)
  assert.deepEqual([...before(behind.definition, 'inside')].sort(), ['ask', 'check', 'each_one', 'welcome'])
  assert.deepEqual([...before(behind.definition, 'behind')].sort(), ['ask', 'check', 'each_one', 'welcome'])
})

test('a renamed step is named anew in expressions, and left alone in texts and in other names', () => {
  const renamed = renameSteps(new Map([['a', 'b']]))
  assert.equal(
    renamed('steps.a.email + " steps.a " + x.steps.a + steps.ab.c'),
    'steps.b.email + " steps.a " + x.steps.a + steps.ab.c',
  )
  const set: Node = { ...(newNode('set', 'x') as Extract<Node, { kind: 'set' }>), values: { y: 'steps.q {{ steps.a.z }}' } }
  assert.deepEqual([...stepsNamedBy(set)], ['a'])
})
