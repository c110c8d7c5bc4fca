import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { addedTo, type JsonSchema, nameOf, outlineOf, ref, shapesOf } from '#reference/json-schema.ts'
import { openapi } from '#reference/openapi.ts'
import { describeAll } from '#reference/pages.ts'
import { publicEventsDescribed } from '#reference/public-events.ts'
import { choice, extension, schemaNames, shape } from '#shapes'

const writtenOut = (of: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(of, { io, unrepresentable: 'any' })
  return schema
}
const described = describeAll(catalogue as readonly AnyAction[], 'https://foyer.test')
const shapes = shapesOf([...described, ...publicEventsDescribed()])
const schemas = openapi(catalogue as readonly AnyAction[], { address: '/', version: '1' }).components.schemas as Record<
  string,
  JsonSchema
>

/** With every `$ref` to a named shape replaced by the shape. */
const resolved = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolved)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as JsonSchema
  return Object.fromEntries(
    Object.entries({ ...($ref === undefined ? {} : schemas[nameOf($ref)]), ...rest }).map(([key, one]) => [key, resolved(one)]),
  )
}

test('OpenAPI references describe the same as the shapes written out, for every action and every event', () => {
  for (const action of catalogue as readonly AnyAction[]) {
    const of = described.find(({ name }) => name === action.name)
    assert.deepEqual(resolved(of?.input), writtenOut(action.input, 'input'), action.name)
    assert.deepEqual(resolved(of?.output), writtenOut(action.output, 'output'), action.name)
  }
  for (const { id, schema } of shapes) assert.deepEqual(schemas[id], schema, id)
})

test('rows of lists, and shapes used in two places, have a name', () => {
  const unnamed: string[] = []
  const places = new Map<string, string[]>()
  const look = (schema: JsonSchema, place: string, isRow = false): void => {
    if (schema.properties && isRow) unnamed.push(place)
    else if (schema.properties) {
      const text = JSON.stringify(schema)
      places.set(text, [...(places.get(text) ?? []), place])
    }
    lookInside(schema, place)
  }
  const lookInside = (schema: JsonSchema, place: string): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${place}.${name}`)
    for (const variant of schema.anyOf ?? schema.oneOf ?? []) look(variant, place)
    if (schema.items) look(schema.items, `${place}[]`, true)
  }
  // An answer as a whole has the name of its action.
  for (const { name, output } of described) lookInside(output, name)
  for (const { id, schema } of shapes) lookInside(schema, id)
  assert.deepEqual(unnamed, [])
  assert.deepEqual(
    [...places.values()].filter((all) => all.length > 1 && !all.every((place) => /^[a-z-]+$/.test(place))),
    [],
  )
})

test('a choice of words that stands in two places has a name', () => {
  const places = new Map<string, string[]>()
  const look = (schema: JsonSchema, place: string): void => {
    if (schema.enum && schema.enum.length > 1) {
      const words = JSON.stringify(schema.enum)
      places.set(words, [...(places.get(words) ?? []), place])
    }
    for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${place}.${name}`)
    for (const variant of schema.anyOf ?? schema.oneOf ?? []) look(variant, place)
    if (schema.items) look(schema.items, place)
  }
  for (const { name, input, output } of described) {
    look(input, name)
    look(output, name)
  }
  for (const { id, schema } of shapes) if (!schema.enum) look(schema, id)
  const written = [...places.values()].filter((all) => all.length > 1)
  assert.deepEqual(written, [])
  assert.ok(places.size > 10)
})

test('two shapes with one name are refused, and so are a name of no noun, a used one, and a shape both read and answered', () => {
  const deal = () => shape('Deal', { id: z.uuid() })
  const list = (element: z.ZodType) => outlineOf(z.object({ deals: z.array(element) }), 'output')
  const one = deal()
  assert.deepEqual(
    shapesOf([list(one), list(one.nullable())]).map(({ id }) => id),
    ['Deal'],
  )
  assert.throws(() => shapesOf([list(one), list(deal())]), /two shapes are called Deal/)
  assert.throws(() => outlineOf(z.object({ a: one, b: deal() }), 'output'), /"Deal"/)
  assert.throws(() => shapesOf([list(one), outlineOf(z.object({ deal: one }), 'input')]), /Deal is both taken and answered/)
  const state = choice('DealState', ['open', 'won'])
  assert.deepEqual(
    shapesOf([list(z.object({ state }).register(schemaNames, { id: 'Stage' })), outlineOf(z.object({ state }), 'input')]).map(
      ({ id }) => id,
    ),
    ['DealState', 'Stage'],
    'a choice of words may be both',
  )
  assert.throws(() => shapesOf([list(shape('list_of_deals', { id: z.uuid() }))]), /list_of_deals is no PascalCase noun/)
  assert.throws(() => shapesOf([list(one)], ['Deal']), /Deal means something else already/)
})

test('a shape that another one extends, narrows or describes keeps its name to itself', () => {
  const deal = shape('Deal', { id: z.uuid(), name: z.string() })
  const { schema, named } = outlineOf(
    z.object({
      more: deal.extend({ note: z.string() }),
      less: deal.pick({ id: true }),
      same: deal.nullable().describe('The newest'),
    }),
    'output',
  )
  assert.deepEqual(
    named.map(({ id }) => id),
    ['Deal'],
  )
  assert.deepEqual(Object.keys(schema.properties?.more?.properties ?? {}), ['id', 'name', 'note'])
  assert.deepEqual(Object.keys(schema.properties?.less?.properties ?? {}), ['id'])
  assert.deepEqual(schema.properties?.same, { anyOf: [ref('Deal'), { type: 'null' }], description: 'The newest' })
})

test('an extension names its base, and cannot change a member of it', () => {
  const deal = shape('Deal', { id: z.uuid(), name: z.string() })
  const detail = extension('DealDetail', deal, { note: z.string() })
  const [base, found, ...others] = shapesOf([outlineOf(z.object({ deal, detail }), 'output')])
  assert.deepEqual([base?.id, found?.id, found?.base, others], ['Deal', 'DealDetail', 'Deal', []])
  assert.deepEqual(Object.keys(found?.schema.properties ?? {}), ['id', 'name', 'note'], 'OpenAPI has it written out')
  assert.deepEqual(addedTo(found?.schema ?? {}, base?.schema).required, ['note'])
  assert.throws(() => shapesOf([outlineOf(z.object({ detail }), 'output')]), /DealDetail extends Deal, which nothing takes/)
  assert.throws(() => extension('Other', z.object({ id: z.uuid() }), {}), /without a name/)
  const changed = shapesOf([outlineOf(z.object({ deal, x: extension('Changed', deal, { name: z.int() }) }), 'output')])
  const schemaOf = (id: string): JsonSchema => changed.find((one) => one.id === id)?.schema ?? {}
  assert.throws(() => addedTo(schemaOf('Changed'), schemaOf('Deal')), /an extension changes name/)
})

test('no name of a shape is one that the client exports for something else', () => {
  const client = readFileSync(path.join(import.meta.dirname, '../../client/src/client.ts'), 'utf8')
  const own = new Set(
    [...client.matchAll(/^export (?:interface|type|class|const|function) (\w+)|\b(\w+)(?=[,\s}]*\} from)/gm)].flatMap(
      ([, a, b]) => a ?? b ?? [],
    ),
  )
  assert.ok(own.has('Lead') && own.has('Output'))
  assert.deepEqual(
    shapes.filter(({ id }) => own.has(id)).map(({ id }) => id),
    [],
  )
})

test('the app calls records by their names: no type is reached through the action that answers it', () => {
  const root = path.join(import.meta.dirname, '../..')
  const reached = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    (readFileSync(path.join(root, file), 'utf8').match(/Output<'[\w-]+'>\[.*/g) ?? []).map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(reached, [])
})
