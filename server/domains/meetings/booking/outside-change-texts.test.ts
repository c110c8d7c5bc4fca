import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { recordOutsideChange, recordWrite } from '../calendars/writes.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
interface Shown {
  readonly changed_outside: string | null
  readonly outside_change: { readonly change: string; readonly starts_at: string | null; readonly when: string | null } | null
}

test('each reader reads what a host did in their calendar in their own language and time zone', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'admin')
  await done('update-profile', { language: 'de', timezone: 'Asia/Tokyo' }, owner)
  await done('update-profile', { language: 'fr', timezone: 'America/New_York' }, colleague)
  const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
  const wish = { name: 'Maya', email: 'maya@example.com', start: `${tuesday}T10:00:00Z`, anyTime: true, hostId: owner.personId }
  const bookingId = String((await done('create-booking', wish, owner)).bookingId)
  const calendar = { org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId }
  const more = { connection_id: crypto.randomUUID(), provider_id: 'primary' }
  const written = { bookingId, eventId: 'event', sequence: 0, state: 'written', etag: null, roomUrl: null } as const
  let told = 0
  const read = (startsAt: Date | null) =>
    app.database.inOrg(owner.orgId, (db) =>
      recordOutsideChange(db, { now: () => new Date(), emitIn: async () => void told++ }, calendar, 'event', startsAt),
    )
  await app.database.inOrg(owner.orgId, (db) => recordWrite(db, { ...calendar, ...more }, written))
  const shown = async (who: Someone): Promise<Shown | undefined> =>
    ((await done('list-bookings', {}, who)).bookings as Shown[])[0]

  const at = new Date(`${tuesday}T20:30:00Z`)
  await read(at)
  await read(at)
  assert.equal(told, 1)
  const [german, french] = [await shown(owner), await shown(colleague)]
  assert.deepEqual([german?.outside_change?.change, german?.outside_change?.starts_at], ['moved', at.toISOString()])
  assert.match(german?.outside_change?.when ?? '', /^Mittwoch, .*05:30.*\(Asia\/Tokyo\)$/)
  assert.match(french?.outside_change?.when ?? '', /^mardi .*\(America\/New_York\)$/)
  assert.match(german?.changed_outside ?? '', /^Moved in the host’s calendar to Wednesday, .*\(Asia\/Tokyo\)$/)

  await read(null)
  assert.equal(told, 2)
  assert.deepEqual((await shown(owner))?.outside_change, { change: 'deleted', starts_at: null, when: null })
  assert.equal((await shown(owner))?.changed_outside, 'Deleted in the host’s calendar')

  await read(new Date(wish.start))
  assert.deepEqual([(await shown(owner))?.changed_outside, (await shown(owner))?.outside_change], [null, null])
})
