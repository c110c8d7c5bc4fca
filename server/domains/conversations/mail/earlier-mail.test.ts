import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { addImportedPeople, recordImportedPeople } from '#domains/crm/identities/imported-people.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const userEmail = 'mira@sandbox.example'
const contactIdOf = async (who: Someone, search: string): Promise<string | undefined> => {
  const { body } = ok(await app.call('list-contacts', { search, limit: 5 }, who))
  return (body.contacts as unknown as { id: string }[])[0]?.id
}
const subjectsOf = async (who: Someone, contactId: string): Promise<string[]> => {
  const { body } = await app.call('fetch-chat-history', { projectId: contactId }, who)
  const history = (body.history ?? []) as unknown as { mail: { subject: string } | null }[]
  return history.flatMap(({ mail }) => mail?.subject ?? [])
}
const write = async (from: string, subject: string, cc = ''): Promise<void> => {
  const form = new URLSearchParams({ email: userEmail, from, cc, subject, text: `${subject}, please` })
  const answer = await fetch(`${app.url}/sandbox/google/mail/write`, { method: 'POST', body: form, redirect: 'manual' })
  assert.equal(answer.status, 303)
}

test('mails from before a person was a contact stand in their thread once they are one, by a lead or by a member, and those of others do not', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const mailboxId = await connectGoogle(app, owner)
  for (const name of ['Ida', 'Ben', 'Uwe']) await write(`${name} <${name.toLowerCase()}@client.example>`, `From ${name}`)
  await until('the mails', async () => {
    await app.call('sync-mailbox', { mailboxId }, owner)
    const { body } = await app.call('fetch-inbox', { userEmail, limit: 100 }, owner)
    return ['Ida', 'Ben', 'Uwe'].every((name) => JSON.stringify(body).includes(`From ${name}`))
  })
  assert.equal((await app.post({ name: 'Ida', email: 'IDA@client.example' }, key.text)).status, 200)
  assert.equal((await app.post({ name: 'Ben', email: 'ben@client.example' }, key.text)).status, 200)
  for (const name of ['Ida', 'Ben']) {
    const contactId = await until(name, () => contactIdOf(owner, `${name.toLowerCase()}@client.example`))
    await until(`the thread of ${name}`, async () => (await subjectsOf(owner, contactId)).join() === `From ${name}`)
  }
  // Another address of a contact, entered later.
  assert.equal((await app.post({ name: 'Uwe', phone: '+4930901820' }, key.text)).status, 200)
  const uwe = await until('Uwe', () => contactIdOf(owner, 'Uwe'))
  assert.deepEqual(await subjectsOf(owner, uwe), [])
  ok(await app.call('update-contact', { contactId: uwe, email: 'uwe@client.example' }, owner))
  await until('the thread of Uwe', async () => (await subjectsOf(owner, uwe)).join() === 'From Uwe')
  const { body } = ok(await app.call('fetch-admin-chats', {}, owner))
  assert.equal(JSON.stringify(body).match(/"unread[^"]*":[1-9]/g), null, 'an old mail is said to be unread')
})

test('a person who is imported from another system has the mails from before in their thread', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const mailboxId = await connectGoogle(app, owner)
  await write('Lea <lea@client.example>', 'From Lea')
  await write('Pia <pia@client.example>', 'From Pia')
  await write('Ada <ada@client.example>', 'From Ada', 'tom@client.example')
  await until('the mails', async () => {
    await app.call('sync-mailbox', { mailboxId }, owner)
    const listed = JSON.stringify(ok(await app.call('fetch-inbox', { userEmail, limit: 100 }, owner)).body)
    return ['Lea', 'Pia', 'Ada'].every((name) => listed.includes(`From ${name}`))
  })
  assert.equal((await app.post({ name: 'Ada', email: 'ada@client.example' }, key.text)).status, 200)
  const ada = await until('Ada', () => contactIdOf(owner, 'ada@client.example'))
  await until('the thread of Ada', async () => (await subjectsOf(owner, ada)).join() === 'From Ada')
  const [lea, tom] = [newId(), newId()]
  await app.database.inOrg(owner.orgId, async (db) => {
    const none = { phone: null, company: null, job_title: null, linkedin_url: null, company_id: null }
    await addImportedPeople(db, owner.orgId, [
      { id: lea, email: 'lea@client.example', full_name: 'Lea', ...none },
      { id: tom, email: 'tom@client.example', full_name: 'Tom', ...none },
    ])
    await recordImportedPeople(db, owner.orgId, newId(), [lea, tom, ada])
  })
  await until('the thread of Lea', async () => (await subjectsOf(owner, lea)).join() === 'From Lea')
  // It stands in the thread of another of them already.
  await until('the thread of Tom', async () => (await subjectsOf(owner, tom)).join() === 'From Ada')
})

test('a lead that claims the address of a mailbox, or adds one to a contact, has no mails filed anew, each time it comes', async () => {
  const owner = await app.given.organization()
  const key = await app.given.key(owner.orgId)
  const mailboxId = await connectGoogle(app, owner)
  await write('Kim <kim@client.example>', 'From Kim')
  await write('Eva <eva@client.example>', 'From Eva')
  await until('the mail', async () => {
    await app.call('sync-mailbox', { mailboxId }, owner)
    return JSON.stringify(ok(await app.call('fetch-inbox', { userEmail, limit: 100 }, owner)).body).includes('From Eva')
  })
  for (const lead of [{ phone: '+4930901821' }, { phone: '+4930901821', email: 'kim@client.example' }])
    assert.equal((await app.post({ name: 'Someone', ...lead }, key.text)).status, 200)
  for (const email of [userEmail, userEmail.toUpperCase(), 'eva@client.example'])
    assert.equal((await app.post({ name: 'Someone', email }, key.text)).status, 200)
  const ordered = async (): Promise<unknown[]> => {
    const { rows } = await app.database.pool.query<{ address: string }>(
      `select distinct jsonb_array_elements_text(data -> 'with') as address from jobs.job_common where name = 'file-mailbox-again' and data ->> 'orgId' = $1 and data ? 'with'`,
      [owner.orgId],
    )
    return rows.map(({ address }) => address)
  }
  await until('the job for Eva', async () => (await ordered()).includes('eva@client.example'))
  assert.deepEqual(await ordered(), ['eva@client.example'])
})

test('the threads of a mailbox are shared by its owner alone, and only with a contact there is', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const mailboxId = await connectGoogle(app, member)
  await app.post({ name: 'Ida', email: 'ida@client.example' }, (await app.given.key(owner.orgId)).text)
  const contactId = await until('the contact', () => contactIdOf(owner, 'ida@client.example'))
  const share = async (given: object, who: Someone) => {
    const { status, body } = await app.call('share-thread', { mailboxId, contactId, shares: 'all', ...given }, who)
    return [status, body.code ?? null]
  }
  assert.deepEqual(await share({}, owner), [404, 'mailbox_not_found'])
  assert.deepEqual(await share({ contactId: mailboxId }, member), [404, 'contact_not_found'])
  assert.deepEqual(await share({ shares: 'some' }, member), [400, 'bad_request'])
  assert.deepEqual(await share({}, member), [200, null])
  ok(await app.call('disconnect-mailbox', { mailboxId }, member))
  assert.deepEqual(await share({}, member), [404, 'mailbox_not_found'])
})
