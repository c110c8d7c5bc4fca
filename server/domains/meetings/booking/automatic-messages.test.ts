import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
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

/** A workspace with WhatsApp, and one person who has written and waits for an answer. */
const givenLead = async (owner: Someone) => {
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
  const phone = await phones.add({ name: 'Maya', number: '491555000300' })
  await phones.write(phone.id, { text: 'Can you bake for a wedding?' })
  return until('the deal', () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('deals').select(['id', 'contact_id']).executeTakeFirst()),
  )
}

test('only what a member sends is the first answer to a lead: a confirmation and a reminder by WhatsApp are none', async () => {
  const owner = await app.given.organization()
  const deal = await givenLead(owner)
  const whatsappTemplate = { name: 'appointment_reminder', language: 'de' }
  const type = { slug: 'talk', name: 'Talk', minutes: 30, mode: 'one', hosts: [owner.personId], whatsappTemplate }
  await done('save-event-type', type, owner)
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { slots } = (await done('list-slots', { orgId: owner.orgId, eventType: 'talk', timezone: 'UTC', from, to }, owner)) as {
    slots: { start: string }[]
  }
  const wish = { orgId: owner.orgId, eventType: 'talk', name: 'Maya', email: 'maya@example.com', phone: '+491555000300' }
  await done('booking', { ...wish, date: 'x', time: 'x', timezone: 'UTC', isoTime: slots[0]?.start }, owner)
  const templates = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('messages').select('id').where('kind', '=', 'template').where('state', '<>', 'queued').execute(),
    )
  const answered = () =>
    app.database.inOrg(owner.orgId, async (db) => ({
      deal: (await db.selectFrom('deals').select('responded_at').where('id', '=', deal.id).executeTakeFirstOrThrow())
        .responded_at,
      leads: (await db.selectFrom('lead_responses').select('id').execute()).length,
      task: await db
        .selectFrom('tasks')
        .select('done_at')
        .where('cause_key', '=', `first_answer:${deal.id}`)
        .executeTakeFirst(),
    }))
  await until('the confirmation', async () => (await templates()).length === 1)
  assert.deepEqual(await answered(), { deal: null, leads: 0, task: { done_at: null } })

  await app.database.inOrg(owner.orgId, (db) => db.updateTable('booking_reminders').set({ due_at: new Date() }).execute())
  await done('process-reminders', {}, owner)
  await until('the reminder', async () => (await templates()).length > 1)
  assert.deepEqual(await answered(), { deal: null, leads: 0, task: { done_at: null } })

  await done('reply-chat', { projectId: deal.id, clientMessageId: newId(), message: 'Yes, gladly' }, owner)
  const now = await answered()
  assert.ok(now.deal && now.task?.done_at, JSON.stringify(now))
})
