import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
interface Step {
  readonly id: string
  readonly kind: string
  readonly what: string
  readonly state: string
  readonly reason: string | null
}
interface Detail {
  readonly booking: { readonly failed_effects: number }
  readonly effects: Step[]
  readonly reminders: { readonly channel: string; readonly state: string; readonly reason: string | null }[]
}
const detailOf = async (owner: Someone, bookingId: string): Promise<Detail> =>
  (await done('show-booking-detail', { bookingId }, owner)).detail as Detail
const stepOf = async (owner: Someone, bookingId: string, what: string): Promise<Step | undefined> =>
  (await detailOf(owner, bookingId)).effects.findLast((step) => step.kind === 'whatsapp' && step.what === what)
const reached = (owner: Someone, bookingId: string, what: string, state: string) =>
  until(`${what} ${state}`, async () => {
    const step = await stepOf(owner, bookingId, what)
    return step?.state === state ? step : undefined
  })
const failures = async (owner: Someone): Promise<unknown[]> =>
  ((await done('list-notices', {}, owner)).notices as { kind: string; facts: Record<string, unknown> }[])
    .filter(({ kind }) => kind === 'meeting_step_failed')
    .map(({ facts }) => facts.step)

/** A phone, and an event type that writes to it by WhatsApp. */
const given = async (owner: Someone) => {
  await done('connect-sandbox', { provider: 'whatsapp' }, owner)
  const number = await until('the number', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', owner.orgId)
      .executeTakeFirst(),
  )
  await until('the templates', async () =>
    ((await done('list-whatsapp-templates', {}, owner)).templates as object[]).length > 0 ? true : undefined,
  )
  const phones = phonesAt(app.url, number.phone_number_id)
  const phone = await phones.add({ name: 'Maya', number: '491555000310' })
  await phones.write(phone.id, { text: 'Can you bake for a wedding?' })
  await until('her message', () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('deals').select('id').executeTakeFirst()),
  )
  const whatsappTemplate = { name: 'appointment_reminder', language: 'de' }
  const type = { slug: 'talk', name: 'Talk', minutes: 30, mode: 'one', hosts: [owner.personId], whatsappTemplate }
  await done('save-event-type', type, owner)
  return { phones, phone }
}

test('a WhatsApp confirmation or reminder that was not delivered is a failed step with its reason, a host is notified, and a retry is another message', async () => {
  const owner = await app.given.organization()
  const { phones, phone } = await given(owner)
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await done('list-slots', { orgId: owner.orgId, eventType: 'talk', timezone: 'UTC', from, to }, owner)) as {
    slots: { start: string }[]
  }
  await phones.change(phone.id, { isBlocking: true })
  const wish = { orgId: owner.orgId, eventType: 'talk', name: 'Maya', email: 'maya@example.com', phone: '+491555000310' }
  await done('booking', { ...wish, date: 'x', time: 'x', timezone: 'UTC', isoTime: slots[0]?.start }, owner)
  const { bookings } = (await done('list-bookings', {}, owner)) as { bookings: { id: string }[] }
  const bookingId = bookings[0]?.id ?? ''
  const failed = await reached(owner, bookingId, 'confirmed', 'failed')
  assert.match(failed.reason ?? '', /undeliverable/i)
  assert.equal((await detailOf(owner, bookingId)).booking.failed_effects, 1)
  await until('the notice', async () => (await failures(owner)).includes('whatsapp'))

  await done('retry-booking-effect', { effectId: failed.id }, owner)
  assert.deepEqual(await failures(owner), [])
  await until('the second failure', async () => (await failures(owner)).includes('whatsapp'))
  await phones.change(phone.id, { isBlocking: false })
  await done('retry-booking-effect', { effectId: failed.id }, owner)
  await reached(owner, bookingId, 'confirmed', 'done')
  const received = async () => (await phones.messages(phone.id)).filter((each) => each.from === 'business').length
  await until('the message', async () => (await received()) === 1)
  assert.equal((await detailOf(owner, bookingId)).booking.failed_effects, 0)
  const again = await app.call('retry-booking-effect', { effectId: failed.id }, owner)
  assert.equal(again.body.code, 'effect_not_failed')

  await phones.change(phone.id, { isBlocking: true })
  const remind = async (minutes: number) => {
    await app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('booking_reminders')
        .set({ due_at: new Date() })
        .where('channel', '=', 'whatsapp')
        .where('minutes_before', '=', minutes)
        .execute(),
    )
    await done('process-reminders', {}, owner)
  }
  await remind(1440)
  await reached(owner, bookingId, 'reminder', 'failed')
  const { booking, reminders } = await detailOf(owner, bookingId)
  assert.deepEqual(
    [booking.failed_effects, reminders.filter(({ state }) => state === 'failed').map(({ channel }) => channel)],
    [1, ['whatsapp']],
  )
  await until('its notice', async () => (await failures(owner)).includes('whatsapp'))

  await phones.change(phone.id, { isBlocking: false })
  await remind(60)
  await until('the second reminder', async () => (await received()) === 2)
  await until('no more trouble', async () => (await detailOf(owner, bookingId)).booking.failed_effects === 0)
})
