import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { recordContactChange } from '#domains/crm/identities/contact-news.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import { findThreadsByWords } from './message-search.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Reply {
  readonly id: string
  readonly shortcut: string
  readonly title: string
}
const listed = async (as = app.owner): Promise<Reply[]> =>
  (await app.call('list-canned-replies', {}, as)).body.canned_replies as unknown as Reply[]

test('a canned reply is created for the whole workspace, changed and removed; of two with one shortcut at once one stays', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const both = await Promise.all(
    [owner, member].map((as) =>
      app.call('save-canned-reply', { shortcut: 'Hours', title: 'Hours', body: 'From 9 to 17.' }, as),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'shortcut_taken')
  const [kept] = await listed(member)
  assert.equal(kept?.shortcut, 'hours')
  const changed = { cannedReplyId: kept?.id, shortcut: 'open', title: 'Open', body: 'From 8.' }
  assert.equal((await app.call('save-canned-reply', changed, member)).status, 200)
  assert.deepEqual(
    (await listed(owner)).map(({ shortcut, title }) => [shortcut, title]),
    [['open', 'Open']],
  )
  const stranger = await app.given.organization()
  assert.equal((await app.call('save-canned-reply', changed, stranger)).status, 404)
  assert.equal((await app.call('remove-canned-reply', { cannedReplyId: kept?.id }, stranger)).status, 404)
  assert.equal((await app.call('remove-canned-reply', { cannedReplyId: kept?.id }, owner)).status, 200)
  assert.deepEqual(await listed(owner), [])
})

test('a thread is found by its texts, its files and its contact, and by no other thread’s words', async () => {
  const [one, other] = [await app.given.organization(), await app.given.organization()]
  const speak = (orgId: string, fullName: string, bodies: string[]): Promise<string> =>
    app.database.inOrg(orgId, async (db) => {
      const contactId = newId()
      await db.insertInto('contacts').values({ org_id: orgId, id: contactId, full_name: fullName }).execute()
      await recordContactChange(db, orgId, contactId)
      for (const body of bodies) {
        const id = newId()
        const content = JSON.stringify({ attachments: [{ name: 'Grundriss-Süd.pdf' }] })
        await db
          .insertInto('messages')
          .values({
            org_id: orgId,
            id,
            contact_id: contactId,
            channel: 'whatsapp',
            direction: 'in',
            kind: 'text',
            body,
            content,
            at: sql`now()`,
          })
          .execute()
        await db
          .insertInto('events')
          .values({ org_id: orgId, id, type: 'message.received', subject_id: id, payload: '{}' })
          .execute()
      }
      return contactId
    })
  const maya = await speak(one.orgId, 'Maya Ortiz', ['Do you build conservatories?', 'With a heated floor'])
  const joined = await speak(one.orgId, 'M. O.', ['The conservatory from my other phone'])
  const theirs = await speak(other.orgId, 'Someone Else', ['conservatory'])
  await app.database.inOrg(one.orgId, (db) =>
    db.updateTable('contacts').set({ merged_into: maya, root_id: maya }).where('id', '=', joined).execute(),
  )
  for (const { orgId } of [one, other]) await followEvents(app, orgId, 'search')
  const found = (typed: string, orgId = one.orgId): Promise<string[]> =>
    app.database.inOrg(orgId, (db) => findThreadsByWords(db, orgId, typed))
  for (const typed of ['conserv', 'HEATED floor', 'ortiz', 'süd', 'other phone'])
    assert.deepEqual(await found(typed), [maya], typed)
  assert.deepEqual(await found('conservatory', other.orgId), [theirs])
  assert.deepEqual(await found('someone'), [])
  assert.deepEqual(await found('& | !'), [])
})
