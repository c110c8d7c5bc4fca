import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { declared } from '#core/declared.ts'
import { actions } from '../promises/request-bodies.ts'

const scopeOf = ({ who, scope }: (typeof actions)[number]): string | undefined =>
  who.startsWith('key:') ? who.slice(4) : scope

test('a key is offered the scopes that some action honours, all of them and no others, each with a line of words', () => {
  const honoured = new Set(actions.flatMap((action) => scopeOf(action) ?? []))
  assert.deepEqual([...declared.scopes.keys()].sort(), [...honoured].sort())
  for (const words of declared.scopes.values()) assert.match(words, /^[A-Z].{5,80}[^.]$/)
})

test('a scope that reads opens nothing that writes, and one that writes nothing that reads', () => {
  for (const action of actions) {
    const scope = scopeOf(action)
    if (scope) assert.ok(scope.endsWith(`:${action.effect}`), `${action.name}: ${scope}`)
  }
})

test('a tool for assistants has a scope, an object as input and output, and a description', () => {
  const tools = actions.filter(({ transports }) => transports.includes('mcp'))
  assert.ok(tools.length >= 15)
  for (const action of tools) {
    assert.ok(scopeOf(action), action.name)
    assert.match(action.name, /^[a-z0-9-]{1,64}$/)
    assert.ok(action.who !== 'public' && action.who !== 'session', action.name)
  }
})

test('the page about assistants names the tools of each scope', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
  for (const scope of [...declared.scopes.keys()]) {
    const names = actions
      .filter((action) => action.transports.includes('mcp') && scopeOf(action) === scope)
      .map(({ name }) => `[\`${name}\`](api/${name}.md)`)
    const [, row = ''] = page.split(`| \`${scope}\` | `)
    assert.deepEqual((row.split(' |')[0] ?? '').split(', ').filter(Boolean).sort(), names.sort(), scope)
  }
})

test('no tool reads or creates credentials: keys, members, passwords, mails with links, secrets of webhooks', () => {
  for (const { name, transports } of actions)
    if (/key|password|sign-in|passkey|totp|invit|mail|secret|token|session|create-user|remove|change-role/.test(name))
      assert.ok(!transports.includes('mcp'), name)
})
