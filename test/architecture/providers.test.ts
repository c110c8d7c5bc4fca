import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { settings } from '#config'
import { aiProviders } from '#ports/ai.ts'
import { paymentProviders } from '#ports/payments.ts'
import type { PortName, Provider } from '#ports/provider.ts'
import { providers } from '#ports/providers.ts'
import { services } from '../../server/providers/services/services.ts'
import { root, textOf } from './source.ts'

const all: readonly Provider[] = providers
/** Those without a folder. */
const rows: readonly Provider[] = services
const manifests = globSync('server/providers/*/provider.ts', { cwd: root })

/** What a manifest imports before anything is loaded. */
const staticImports = (text: string): string[] => [...text.matchAll(/^import [^'"]*'([^']+)'/gm)].map(([, from = '']) => from)
const isData = (from: string): boolean => /^(zod|node:crypto|#ports\/provider\.ts|#shapes\/.+)$/.test(from)

test('a manifest is data: it imports no code of its vendor, of the core or of a domain', () => {
  const wrong = manifests.flatMap((file) => staticImports(textOf(file)).filter((from) => !isData(from)))
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    staticImports("import { stripePort } from './port.ts'\n").filter((from) => !isData(from)),
    ['./port.ts'],
  )
})

test('every manifest is listed under the name of its folder, every service without one under that of its row, and each names settings of its own', () => {
  const folders = manifests.map((file) => path.basename(path.dirname(file)))
  assert.deepEqual([...folders, ...rows.map(({ name }) => name)].sort(), all.map(({ name }) => name).sort())
  for (const { name, settings: own, address, addresses, account, model, hints, oauth } of all)
    for (const named of [
      address,
      ...Object.values(addresses ?? {}),
      account,
      model,
      ...Object.values(hints ?? {}),
      oauth?.clientId,
      oauth?.clientSecret,
      oauth?.address,
    ])
      if (named !== undefined && named !== null) assert.ok(Object.hasOwn(own, named), `${name} names ${named}`)
})

test('no two vendors share a name, a setting, a webhook or a simulator, and the configuration has every setting', () => {
  const once = (names: readonly string[]) => assert.deepEqual(names, [...new Set(names)])
  once(all.map(({ name }) => name))
  once(all.flatMap(({ settings: own }) => Object.keys(own)))
  once(all.flatMap(({ webhook }) => webhook?.path ?? []))
  once(all.flatMap(({ sandbox }) => sandbox?.path ?? []))
  for (const { settings: own } of all)
    for (const [name, setting] of Object.entries(own)) assert.equal(settings[name as 'STRIPE_API_BASE'], setting)
})

test('the ports that tell vendors apart know those that serve them, and each loads', async () => {
  const serving = (port: PortName) => all.filter(({ serves }) => serves[port]).map(({ name }) => name)
  assert.deepEqual(serving('payments').sort(), [...paymentProviders].sort())
  assert.deepEqual(serving('ai').sort(), [...aiProviders].sort())
  for (const { name, serves } of all)
    for (const load of Object.values(serves)) assert.equal(typeof ((await load()) as { open?: unknown }).open, 'function', name)
})
