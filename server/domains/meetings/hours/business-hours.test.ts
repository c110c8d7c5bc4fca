import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Hours {
  readonly user_id: string | null
  readonly timezone: string
  readonly weekly: Record<string, string[][]>
  readonly dates: Record<string, string[][]>
  readonly business_dates: Record<string, string[][]>
  readonly is_usual: boolean
}
const hoursOf = async (as: Someone, input: object = {}): Promise<Hours> =>
  ((await app.call('show-hours', input, as)).body as unknown as { hours: Hours }).hours
const slotsOn = async (owner: Someone, day: string): Promise<number> => {
  const { status, body } = await app.call(
    'list-slots',
    { orgId: owner.orgId, from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z`, timezone: 'UTC' },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return (body.slots as unknown as object[]).length
}

test('members keep the hours of the business until they set their own, and its holidays change for all at once', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const weekly = { tue: [['10:00', '16:00']] }
  const holidays = { '2027-12-24': [], '2027-12-31': [['09:00', '12:00']] }
  const refused = await app.call('set-hours', { business: true, weekly }, member)
  assert.equal(refused.body.code, 'forbidden')
  const set = await app.call('set-hours', { business: true, weekly, dates: holidays, timezone: 'Europe/Paris' }, owner)
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const { workspace } = (await app.call('show-workspace', {}, owner)).body as unknown as { workspace: { timezone: string } }
  assert.equal(workspace.timezone, 'Europe/Paris', 'the zone is that of the workspace')

  const kept = await hoursOf(member)
  assert.deepEqual([kept.weekly, kept.dates, kept.business_dates, kept.is_usual], [weekly, {}, holidays, true])
  await app.call('set-hours', { weekly: { mon: [['08:00', '12:00']] }, dates: { '2027-12-31': [['20:00', '22:00']] } }, member)
  const own = await hoursOf(member)
  assert.deepEqual([own.weekly, own.dates], [{ mon: [['08:00', '12:00']] }, { '2027-12-31': [['20:00', '22:00']] }])
  await app.call('set-hours', { business: true, dates: { '2027-12-27': [] } }, owner)
  assert.deepEqual((await hoursOf(member)).business_dates, { '2027-12-27': [] }, 'a day that the business opens again is open')
  const whole = await hoursOf(owner, { business: true })
  assert.deepEqual([whole.user_id, whole.weekly, whole.dates, whole.is_usual], [null, weekly, { '2027-12-27': [] }, false])
})

test('a member who sets one single day, or a zone, keeps following the week of the business', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const day = { '2027-07-14': [] }
  const set = await app.call('set-hours', { dates: day, timezone: 'Asia/Kolkata' }, member)
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const first = { tue: [['10:00', '16:00']] }
  await app.call('set-hours', { business: true, weekly: first }, owner)
  const followed = await hoursOf(member)
  assert.deepEqual([followed.weekly, followed.dates, followed.is_usual], [first, day, true])

  const own = { fri: [['08:00', '12:00']] }
  await app.call('set-hours', { weekly: own }, member)
  await app.call('set-hours', { business: true, weekly: { wed: [['09:00', '10:00']] } }, owner)
  const kept = await hoursOf(member)
  assert.deepEqual([kept.weekly, kept.dates, kept.is_usual], [own, day, false], 'a week of one’s own stays')

  const back = await app.call('set-hours', { weekly: null }, member)
  const hours = back.body.hours as unknown as Hours
  assert.deepEqual(
    [hours.weekly, hours.dates, hours.timezone, hours.is_usual],
    [{ wed: [['09:00', '10:00']] }, day, 'Asia/Kolkata', true],
  )
  const refused = await app.call('set-hours', { business: true, weekly: null }, owner)
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'bad_request', 'weekly'])
})

test('a booker finds no slot on a holiday of the business', async () => {
  const owner = await app.given.organization()
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const always = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, [['09:00', '17:00']]]),
  )
  await app.call('set-hours', { business: true, weekly: always, timezone: 'UTC' }, owner)
  const before = await slotsOn(owner, day)
  await app.call('set-hours', { business: true, dates: { [day]: [] } }, owner)
  assert.ok(before > 0, 'there are slots on a usual day')
  assert.equal(await slotsOn(owner, day), 0)
})
