import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000

interface Previewed {
  starts: { start: string; when: string }[]
  zone: string
}

test('the preview offers what the event type offers once it is saved, in the words and on the clock of its host', async () => {
  const owner = await app.given.organization()
  const hours = { timezone: 'Asia/Kathmandu', weekly: { mon: [['09:00', '12:00']], wed: [['13:00', '15:00']] } }
  assert.equal((await app.call('set-hours', hours, owner)).status, 200)
  const typed = { minutes: 45, grid: 15, bufferBefore: 15, noticeMinutes: 3_000, limitPerDay: 1, hosts: [owner.personId] }
  const { status, body } = await app.call('preview-slots', typed, owner)
  assert.equal(status, 200, JSON.stringify(body))
  const { starts, zone } = body as unknown as Previewed
  assert.equal(starts.length, 6)
  assert.match(zone, /Asia\/Kathmandu/)
  for (const { when } of starts) assert.match(when, /^(Mon|Wed), [A-Z][a-z]{2} \d+, \d+:\d\d\s[AP]M$/)
  const { event_types } = (await app.call('list-event-types', {}, owner)).body as unknown as { event_types: unknown[] }
  assert.equal(event_types.length, 1, 'nothing was stored')

  assert.equal((await app.call('save-event-type', { ...typed, slug: 'check', name: 'Check' }, owner)).status, 200)
  const time = { from: new Date().toISOString(), to: new Date(Date.now() + 31 * dayMs).toISOString() }
  const asked = { ...time, orgId: owner.orgId, eventType: 'check', timezone: 'Asia/Kathmandu' }
  const { slots } = (await app.call('list-slots', asked, null)).body as unknown as { slots: { start: string }[] }
  const moment = ({ start }: { start: string }): number => Date.parse(start)
  assert.deepEqual(starts.map(moment), slots.slice(0, 6).map(moment))
})

test('a preview shows no start that a host has taken, and none of a host who is not of the workspace', async () => {
  const [owner, stranger] = [await app.given.organization(), await app.given.organization()]
  const firstOf = async (): Promise<string | undefined> =>
    ((await app.call('preview-slots', {}, owner)).body as unknown as Previewed).starts[0]?.start
  const start = await firstOf()
  const wish = { start, name: 'Rao', email: 'rao@example.com' }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  assert.notEqual(await firstOf(), start)
  const { body } = await app.call('preview-slots', { hosts: [stranger.personId] }, owner)
  assert.deepEqual(body.starts, [])
})
