import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import '#domains/catalogue.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { JsonSchema } from './json-schemas.ts'
import { knownCatalogue } from './known-catalogue.ts'

/**
 * What published versions are made of: inputs that steps give actions, and the members that expressions read of what actions and events gave. It is added to, and
 * nothing of it is changed or taken out: a version in a database cannot be either.
 */
const kept = JSON.parse(readFileSync(path.join(import.meta.dirname, 'published-shapes.json'), 'utf8')) as {
  readonly actions: Readonly<Record<string, { readonly inputs: readonly unknown[]; readonly outputs: readonly string[] }>>
  readonly events: Readonly<Record<string, readonly string[]>>
}
const { actions, events } = knownCatalogue()

/** `invoice.lines[].id`, as deep as people reach into it. */
const membersOf = (schema: JsonSchema, at = '', root = schema, depth = 0): string[] => {
  if (depth > 8) return []
  const within = (inner: JsonSchema, place: string) => membersOf(inner, place, root, depth + 1)
  const named = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.slice('#/$defs/'.length)]
  return [
    ...(named ? within(named, at) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) => (all ?? []).flatMap((each) => within(each, at))),
    ...(schema.items ? within(schema.items, `${at}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
      const place = at === '' ? name : `${at}.${name}`
      return [place, ...within(inner, place)]
    }),
  ]
}

test('each action of a published step is still there, takes what it took, and gives what expressions read of it', () => {
  for (const [name, { inputs, outputs }] of Object.entries(kept.actions)) {
    const action = workflowActions().get(name)
    assert.ok(action, `${name} can no longer be called by a step`)
    for (const input of inputs) {
      const { error } = action.input.safeParse(input)
      assert.equal(error, undefined, `${name} ${JSON.stringify(input)}: ${error?.message}`)
    }
    const now = new Set(membersOf(actions.get(name)?.output ?? {}))
    assert.deepEqual(
      outputs.filter((member) => !now.has(member)),
      [],
      `what published expressions may read of ${name}`,
    )
  }
})

test('each event of a published trigger is still there, with what expressions read of it', () => {
  for (const [type, members] of Object.entries(kept.events)) {
    const now = new Set(membersOf(events.get(type)?.data ?? {}))
    assert.deepEqual(
      members.filter((member) => !now.has(member)),
      [],
      `what published expressions may read of ${type}`,
    )
  }
})

test('each action and each event that workflows may have stands among what is kept: add new ones to published-shapes.json', () => {
  assert.deepEqual(
    [...actions.keys()].filter((name) => (kept.actions[name]?.inputs.length ?? 0) === 0),
    [],
  )
  assert.deepEqual(
    [...events.keys()].filter((type) => kept.events[type] === undefined),
    [],
  )
})
