import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { assertNoneIsLost, doRound, faultsIn, type ModelCalendars, startModel } from '#test/support/booking-model.ts'
import { modelPlace, modelRounds } from '#test/support/booking-steps.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

/** Events of hosts' own calendars, as their copies bring them. */
const copies = async (owner: Someone, hosts: readonly Someone[]): Promise<ModelCalendars> => {
  const of = new Map(hosts.map(({ personId }) => [personId, newId()]))
  await app.database.inOrg(owner.orgId, async (db) => {
    for (const [personId, id] of of)
      await db
        .insertInto('calendars')
        .values({
          ...{ org_id: owner.orgId, id, person_id: personId, connection_id: id, provider_id: 'x', name: 'x', is_ticked: true },
        })
        .execute()
  })
  return {
    put: ({ id, host, from, to, isBusy }) =>
      app.database.inOrg(owner.orgId, async (db) => {
        await db
          .insertInto('calendar_events')
          .values({
            ...{ org_id: owner.orgId, calendar_id: of.get(host) ?? '', provider_id: id, person_id: host, generation: 0 },
            ...{ starts_at: new Date(from), ends_at: new Date(to), takes_time: isBusy, counts: isBusy },
          })
          .execute()
      }),
    end: ({ id }) =>
      app.database.inOrg(owner.orgId, async (db) => {
        await db.deleteFrom('calendar_events').where('provider_id', '=', id).execute()
      }),
    read: async () => {},
  }
}

test('holds, bookings, approvals, moves, cancellations, events and absences at once, over zones and their jumps: no two meetings of a host overlap, none is over what was known before, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(modelPlace, modelRounds, async (place, rounds) => {
      const owner = await app.given.organization()
      const at = await startModel(app, owner, place, (hosts) => copies(owner, hosts))
      for (const round of rounds) assert.deepEqual(await doRound(at, round), [])
      assert.deepEqual(await faultsIn(at), [])
      await assertNoneIsLost(at)
    }),
    { numRuns: 40, timeout: 60_000 },
  )
})
