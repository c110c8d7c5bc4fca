import assert from 'node:assert/strict'
import type { Provider } from '#ports/provider.ts'
import { services } from '../../server/providers/services/services.ts'
import type { Someone, TestApp } from './app.ts'
import { consentAt } from './consent.ts'
import type { Answer } from './requests.ts'

/** Every service that is a row, and one of them by its name. */
export const serviceRows: readonly Provider[] = services
export const rowOf = (name: string): Provider => {
  const row = serviceRows.find((each) => each.name === name)
  assert.ok(row, `${name} is no row`)
  return row
}

/** Begins a consent at a service, at the shop `alder` where there are several servers. */
export const beginService = (app: Pick<TestApp, 'call'>, who: Someone, row: Provider, more: object = {}): Promise<Answer> =>
  app.call(
    'integration-init-oauth',
    {
      ...{ provider: row.name, orgId: who.orgId, userId: who.personId },
      ...(row.oauth?.service.instance && { instance: 'alder' }),
      ...more,
    },
    who,
  )

/** The person allows it: what the browser comes back with. */
export const allowService = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  row: Provider,
  account = 'Alder',
): Promise<Record<string, string>> => {
  const begun = await beginService(app, who, row)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  return Object.fromEntries((await consentAt(String(begun.body.authorizeUrl), { account })).searchParams)
}

/** Connects Alder Interiors or Birch Kitchens at a simulated service: the id of the connection. */
export const connectService = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  name: string,
  account = 'Alder',
): Promise<string> => {
  const done = await app.call('integration-callback', await allowService(app, who, rowOf(name), account), who)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  return (done.body.connection as unknown as { id: string }).id
}

interface SimulatedGrant {
  readonly id: string
  readonly clientId: string
  readonly endedAt: number | null
  readonly refreshes: number
}

/** The consents that a simulated service knows, newest first. `address`: of the sandbox. */
export const grantsAt = async (address: string, name: string): Promise<readonly SimulatedGrant[]> => {
  const response = await fetch(`${address}/sandbox/${name}/consents`)
  return ((await response.json()) as { consents: readonly SimulatedGrant[] }).consents
}
