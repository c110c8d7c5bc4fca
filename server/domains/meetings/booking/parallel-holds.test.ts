import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

const env = { TRUSTED_PROXIES: '127.0.0.1' }
let app: TestApp
let second: TestApp
before(async () => {
  app = await startApp({ env })
  second = await startApp({ env, target: app.target })
})
after(async () => {
  await second?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }

/** A host with an event type of their own: holds of different ones lock no host together. */
const hostWith = async (owner: Someone, slug: string): Promise<string[]> => {
  const host = await app.given.person(owner.orgId, 'member')
  const saved = await app.call('save-event-type', { slug, name: slug, minutes: 30, hosts: [host.personId] }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return startsOf(owner, slug)
}
const startsOf = async ({ orgId }: Someone, eventType: string): Promise<string[]> => {
  const { body } = await app.call('list-slots', { orgId, eventType, timezone: 'UTC', ...range }, null)
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}

/** At one of the two servers. */
const hold = async (n: number, body: object, address: string): Promise<string> => {
  const response = await fetch(`${(n % 2 === 0 ? app : second).url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ type: 'hold-slot', ...body }),
  })
  const answer = (await response.json()) as { hold?: string; code?: string }
  return answer.code ?? (answer.hold ? 'held' : 'nothing')
}
const countOf = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length ?? 0]))

test('of 20 holds of one network at once, at two servers and for five hosts, two are given', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const types = ['one', 'two', 'three', 'four', 'five']
  const starts = new Map<string, string[]>()
  for (const slug of types) {
    const perDay = new Map((await hostWith(owner, slug)).map((start) => [start.slice(0, 10), start]))
    starts.set(slug, [...perDay.values()])
  }
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const eventType = types[n % 5] ?? ''
      const start = starts.get(eventType)?.[Math.floor(n / 5)]
      return hold(n, { orgId, eventType, start }, `203.0.113.${n + 1}`)
    }),
  )
  assert.deepEqual(countOf(codes), { held: 2, too_many_holds: 18 })
})

test('of 20 holds of 20 networks at once, at two servers and for hosts by turns, a tenth of the day is given', async () => {
  const owner = await app.given.organization()
  const hosts = await Promise.all(Array.from({ length: 8 }, () => app.given.person(owner.orgId, 'member')))
  const type = {
    slug: 'turns',
    name: 'Turns',
    minutes: 20,
    grid: 20,
    mode: 'round_robin',
    hosts: hosts.map((each) => each.personId),
  }
  const saved = await app.call('save-event-type', type, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const all = await startsOf(owner, 'turns')
  const day = all[all.length >> 1]?.slice(0, 10)
  const starts = all.filter((start) => start.startsWith(day ?? '-'))
  assert.ok(starts.length >= 20, String(starts.length))
  const codes = await Promise.all(
    starts.slice(0, 20).map((start, n) => hold(n, { orgId: owner.orgId, eventType: 'turns', start }, `198.19.${n + 1}.1`)),
  )
  const most = Math.floor(starts.length / 10)
  assert.deepEqual(countOf(codes), { held: most, too_many_holds: 20 - most })
})
