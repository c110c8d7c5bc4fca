import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Definition, Node, outletsOf } from './definition.ts'
import { definitionSchema } from './definition-schema.ts'
import { readDraft } from './draft-definitions.ts'
import { graphOf } from './graphs.ts'

/** Definitions as they were published once. They are added to, and never changed: a version in a database cannot be either. */
const folder = path.join(import.meta.dirname, 'published-examples')
const examples = readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))

test('each definition that could be published once can be run for ever, with all that was written in it', () => {
  for (const { name, text } of examples) {
    const { success, data, error } = Definition.safeParse(JSON.parse(text))
    assert.ok(success, `${name}: ${error?.message}`)
    assert.partialDeepStrictEqual(data, JSON.parse(text), name)
    assert.deepEqual(Definition.parse(data), data, `${name}: read a second time it is the same`)
  }
})

test('there is an example of each kind of step, with edges that its outlets have', () => {
  const definitions = examples.map(({ text }) => Definition.parse(JSON.parse(text)))
  const kinds = new Set(definitions.flatMap(({ nodes }) => nodes.map(({ kind }) => kind)))
  assert.deepEqual([...kinds].sort(), Node.options.map(({ shape }) => shape.kind.value).sort())
  assert.deepEqual([...new Set(definitions.map(({ trigger }) => trigger.kind))].sort(), [
    'event',
    'request',
    'schedule',
    'webhook',
  ])
  for (const definition of definitions) {
    for (const node of definition.nodes)
      for (const outlet of Object.keys(node.next)) assert.ok(outletsOf(node).includes(outlet), `${definition.name}: ${outlet}`)
    assert.equal(graphOf(readDraft(definition)).scopes.size, definition.nodes.length, definition.name)
  }
})

test('the published JSON Schema takes each example, and no member that is not named', () => {
  const takes = new Ajv2020({ strict: false }).compile(definitionSchema())
  for (const { name, text } of examples) assert.ok(takes(JSON.parse(text)), `${name}: ${JSON.stringify(takes.errors)}`)
  const [first] = examples.map(({ text }) => JSON.parse(text))
  assert.equal(takes({ ...first, colour: 'red' }), false)
  assert.equal(takes({ ...first, nodes: [{ ...first.nodes[0], colour: 'red' }] }), false)
  assert.equal(takes({ ...first, foyer_workflow: 2 }), false)
})
