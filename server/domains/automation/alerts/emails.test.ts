import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { emailArrives } from '#test/support/arriving.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { ok } from '#test/support/requests.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' } })
  worker = await app.startWorker()
  // It follows what happens from now on.
  await react(app, 'raise-alerts')
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Listed {
  readonly kind: string
  readonly subject_id: string
  readonly facts: Readonly<Record<string, unknown>>
}
const emailsTo = async (person: Someone): Promise<Listed[]> => {
  await followEvents(app, person.orgId, 'raise-alerts')
  const { body } = await app.call('list-notices', { limit: 100 }, person)
  return (body.notices as unknown as Listed[]).filter(({ kind }) => kind === 'email_new')
}

test('emails of a contact in a personal mailbox are one notice for its owner alone, and it goes when the last was read; a stranger’s is none', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const { body } = ok(await app.call('create-contact', { fullName: 'Ida Known', email: 'ida@client.example' }, owner))
  const contactId = (body.contact as unknown as { id: string }).id
  const mailboxId = await connectGoogle(app, maya)
  const from = { from: 'ida@client.example', name: 'Ida' }
  const first = await emailArrives(app, maya, mailboxId, { ...from, subject: 'The roof', text: 'A secret wish' })
  const second = await emailArrives(app, maya, mailboxId, { ...from, subject: 'The floor', text: 'Another one' })
  await emailArrives(app, maya, mailboxId, { from: 'stranger@nowhere.example', subject: 'Hello', text: 'Unknown' })
  assert.deepEqual(
    (await emailsTo(maya)).map(({ subject_id, facts }) => [subject_id, facts]),
    [[contactId, { name: 'Ida', mail: second.id }]],
  )
  assert.deepEqual(await emailsTo(owner), [])
  ok(await app.call('mark-email-read', { id: first.id, userEmail: 'mira@sandbox.example' }, maya))
  assert.equal((await emailsTo(maya)).length, 1, 'one more is unread')
  ok(await app.call('mark-email-read', { id: second.id, userEmail: 'mira@sandbox.example' }, maya))
  assert.deepEqual(await emailsTo(maya), [])
})
