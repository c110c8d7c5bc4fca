import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../catalogue.ts'
import { ownFields, toolOf } from './tools.ts'

const actions = catalogue.filter(({ transports }) => transports.includes('assistant'))
const tools = actions.map((action) => ({ action, tool: toolOf(action) }))
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Every call has all of them before its question: of a model at 0.75 $ a million tokens a thousand bytes cost some 0.0002 $. */
const mostBytes = 66_000
const mostOfOne = 4_500

test('the tools of the assistant stay small as a model reads them: each call has all of them', () => {
  const bytes = bytesOf(tools.map(({ tool }) => tool))
  assert.ok(bytes <= mostBytes, `${bytes} bytes for ${tools.length} tools`)
  for (const { tool } of tools) assert.ok(bytesOf(tool) <= mostOfOne, `${tool.name}: ${bytesOf(tool)} bytes`)
})

test('each tool says what it does, whether it makes a proposal, and every member that it takes', () => {
  for (const { action, tool } of tools) {
    const { description, input } = tool
    assert.ok(description.startsWith(action.summary), description)
    assert.equal(description.endsWith('Makes a proposal; nothing is done yet.'), action.effect === 'write', action.name)
    assert.ok(!description.includes('Idempotency-Key'), action.name)
    const members = Object.keys((action.input as { readonly shape?: object }).shape ?? {}).filter(
      (name) => !ownFields.has(name),
    )
    const { properties, required } = input as { properties: Record<string, object>; required: string[] }
    if (members.length > 0) assert.deepEqual(Object.keys(properties), members, action.name)
    for (const name of required) assert.ok(name in properties, `${action.name}: ${name}`)
    assert.ok(!JSON.stringify(input).includes('[0-9a-fA-F]{8}'), `${action.name}: the pattern of an id is said by its format`)
  }
})
