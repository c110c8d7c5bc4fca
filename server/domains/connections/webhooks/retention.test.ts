import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobContext } from '#core/context.ts'
import { idFloor, newId } from '#core/ids.ts'
import { makeLog } from '#core/log.ts'
import { removeExpiredRows } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true }) // its jobs run over all organizations
})
after(() => app.stop())

test('after 30 days sent deliveries are deleted with their attempts, in every workspace; pending and younger ones stay', async () => {
  const owners = [app.owner, await app.given.organization()]
  const kept: string[] = []
  for (const { orgId } of owners)
    await app.database.inOrg(orgId, async (db) => {
      const webhookId = newId()
      await db
        .insertInto('webhook_endpoints')
        .values({ org_id: orgId, id: webhookId, url: 'https://example.com', secret_sealed: 'x', secret_hint: 'x' })
        .execute()
      const add = async (days: number, state: string, endpoint_id = webhookId): Promise<string> => {
        const id = `${idFloor(new Date(Date.now() - days * 86_400_000)).slice(0, 24)}${newId().slice(24)}`
        await db
          .insertInto('webhook_deliveries')
          .values({ org_id: orgId, id, endpoint_id, event_id: newId(), type: 'x', body: '{}', state })
          .execute()
        await db
          .insertInto('webhook_attempts')
          .values({
            org_id: orgId,
            id: newId(),
            delivery_id: id,
            at: new Date(),
            duration_ms: 1,
            request_headers: '{}',
            response_headers: '{}',
          })
          .execute()
        return id
      }
      kept.push(await add(29, 'delivered'), await add(29, 'failed'), await add(31, 'waiting'))
      await add(31, 'delivered')
      await add(31, 'failed')
      await add(31, 'waiting', newId())
    })
  await removeExpiredRows.run({}, {
    db: app.database.db,
    inOrg: app.database.inOrg,
    now: () => new Date(),
    log: makeLog({ level: 'silent' }),
    settings: { retention: { eventsDays: 0, auditDays: 0 } },
    signal: new AbortController().signal,
  } as unknown as JobContext)
  const left = await Promise.all(
    owners.map(({ orgId }) =>
      app.database.inOrg(orgId, async (db) => ({
        deliveries: (await db.selectFrom('webhook_deliveries').select('id').execute()).map(({ id }) => id),
        attempts: (await db.selectFrom('webhook_attempts').select('delivery_id').execute()).map((row) => row.delivery_id),
      })),
    ),
  )
  assert.deepEqual(left.flatMap(({ deliveries }) => deliveries).sort(), [...kept].sort())
  assert.deepEqual(left.flatMap(({ attempts }) => attempts).sort(), [...kept].sort())
})
