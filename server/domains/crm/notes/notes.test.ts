import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDealFor } from '../deals/deals.ts'
import { resolveContact } from '../identities/identities.ts'

let app: TestApp
let orgId: string
let colleague: Someone
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
  colleague = await app.given.person(orgId, 'member')
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
const contact = (email: string): Promise<string> =>
  inOrg(async (db) => (await resolveContact(db, orgId, foyer.within, { email, name: email }, 'web_chat')).contactId)
const done = async (type: string, body: object, as: Someone = app.owner) => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as Record<string, unknown>
}
const refused = async (type: string, body: object, as: Someone = app.owner): Promise<unknown[]> => {
  const { status, body: answer } = await app.call(type, body, as)
  return [status, answer.code, answer.field]
}

interface Note {
  readonly id: string
  readonly record_id: string
  readonly body: string
  readonly mentions: readonly { id: string; name: string }[]
  readonly author: { id: string } | null
  readonly edited_at: string | null
}
const add = async (kind: string, recordId: string, body: string, more: object = {}, as: Someone = app.owner): Promise<Note> =>
  (await done('add-note', { kind, recordId, body, ...more }, as)).note as Note
const notesOf = async (kind: string, recordId: string): Promise<string[]> =>
  ((await done('list-notes', { kind, recordId })).notes as Note[]).map(({ body }) => body)
const noticesOf = async (someone: Someone) => {
  const { body } = await app.call('list-notices', {}, someone)
  const all = body.notices as unknown as { kind: string; subject_id: string; facts: Record<string, unknown> }[]
  return all.filter(({ kind }) => kind === 'mentioned_in_note')
}

test('a member notes something on a contact, company, lead and deal, and each shows its own notes, newest first', async () => {
  const contactId = await contact('four@notes.example')
  const { dealId } = await inOrg((db) => openDealFor(db, orgId, { contactId, kind: 'lead', name: 'Four', cause: 'lead' }))
  const company = (await done('create-company', { name: 'Four Ltd' })).company as { id: string }
  const key = await app.given.key(orgId)
  const { body: lead } = await app.post({ email: 'lead@notes.example' }, key.text)
  const records = { contact: contactId, company: company.id, lead: String(lead.lead_id), deal: dealId }
  for (const [kind, id] of Object.entries(records)) {
    await add(kind, id, `first of the ${kind}`)
    const { author, edited_at } = await add(kind, id, `  second of the ${kind}\n`)
    assert.deepEqual([author?.id, edited_at], [app.owner.personId, null])
  }
  for (const [kind, id] of Object.entries(records))
    assert.deepEqual(await notesOf(kind, id), [`second of the ${kind}`, `first of the ${kind}`])
  const page = await done('list-notes', { kind: 'deal', recordId: dealId, limit: 1 })
  const next = await done('list-notes', { kind: 'deal', recordId: dealId, limit: 1, cursor: page.next_cursor })
  assert.deepEqual([(next.notes as Note[])[0]?.body, next.next_cursor], ['first of the deal', null])
})

test('a note is refused on what is not there, is of another kind or in the bin, and when it is empty or too long', async () => {
  const contactId = await contact('refused@notes.example')
  assert.deepEqual(await refused('add-note', { kind: 'contact', recordId: newId(), body: 'x' }), [
    404,
    'record_not_found',
    'recordId',
  ])
  assert.deepEqual((await refused('add-note', { kind: 'deal', recordId: contactId, body: 'x' })).slice(0, 2), [
    404,
    'record_not_found',
  ])
  for (const body of ['', '   ', 'x'.repeat(10_001), 'a\0b'])
    assert.equal(
      (await refused('add-note', { kind: 'contact', recordId: contactId, body }))[0],
      400,
      JSON.stringify(body.slice(0, 5)),
    )
  await add('contact', contactId, 'x'.repeat(10_000))
  await inOrg((db) => db.updateTable('contacts').set({ deleted_at: new Date() }).where('id', '=', contactId).execute())
  assert.deepEqual((await refused('add-note', { kind: 'contact', recordId: contactId, body: 'x' })).slice(0, 2), [
    409,
    'record_in_bin',
  ])
  const stranger = await app.given.organization()
  assert.deepEqual((await refused('list-notes', { kind: 'contact', recordId: contactId }, stranger))[0], 404)
})

test('each member who is mentioned gets one notice, also by an edit, and the author none; a deleted note takes it away', async () => {
  const contactId = await contact('mentioned@notes.example')
  const third = await app.given.person(orgId, 'member')
  const mentions = [colleague.personId, app.owner.personId, colleague.personId]
  const note = await add('contact', contactId, 'Ask @colleague', { mentions })
  assert.deepEqual(
    note.mentions.map(({ id }) => id),
    [colleague.personId, app.owner.personId],
  )
  const facts = { name: 'mentioned@notes.example', kind: 'contact', record_id: contactId }
  const [notice, ...more] = await noticesOf(colleague)
  assert.deepEqual([notice?.subject_id, more.length], [note.id, 0])
  for (const [field, value] of Object.entries(facts)) assert.equal(notice?.facts[field], value)
  assert.deepEqual(await noticesOf(app.owner), [])
  await done('update-note', { noteId: note.id, body: 'Ask both', mentions: [colleague.personId, third.personId] })
  assert.deepEqual([(await noticesOf(colleague)).length, (await noticesOf(third)).length], [1, 1])
  await done('update-note', { noteId: note.id, body: 'Ask them both' })
  const [kept] = (await done('list-notes', { kind: 'contact', recordId: contactId })).notes as Note[]
  assert.equal(kept?.mentions.length, 2, 'who is not named again stays')
  await done('delete-note', { noteId: note.id })
  assert.deepEqual([await noticesOf(colleague), await noticesOf(third)], [[], []])
  await done('restore-note', { noteId: note.id })
  assert.deepEqual(await noticesOf(colleague), [], 'restoring notifies no one again')

  const elsewhere = await app.given.organization()
  const wrong = { kind: 'contact', recordId: contactId, body: 'x', mentions: [elsewhere.personId] }
  assert.deepEqual(await refused('add-note', wrong), [404, 'person_not_found', 'mentions'])
})

test('the author and admins edit, delete and restore a note; another member cannot', async () => {
  const contactId = await contact('authors@notes.example')
  const own = await add('contact', contactId, 'By a member', {}, colleague)
  const other = await app.given.person(orgId, 'member')
  for (const type of ['update-note', 'delete-note', 'restore-note'])
    assert.deepEqual((await refused(type, { noteId: own.id, body: 'x' }, other)).slice(0, 2), [403, 'note_of_other'], type)
  const edited = (await done('update-note', { noteId: own.id, body: 'By an owner' })).note as Note
  assert.ok(edited.edited_at)
  assert.equal(edited.author?.id, colleague.personId)
  await done('delete-note', { noteId: own.id }, colleague)
  await done('delete-note', { noteId: own.id }, colleague)
  assert.deepEqual(await notesOf('contact', contactId), [])
  assert.deepEqual((await refused('update-note', { noteId: own.id, body: 'x' })).slice(0, 2), [404, 'note_not_found'])
  await done('restore-note', { noteId: own.id }, colleague)
  assert.deepEqual(await notesOf('contact', contactId), ['By an owner'])
})

test('the author edits a note that mentions a member who has left; one who has left cannot be mentioned newly', async () => {
  const contactId = await contact('left@notes.example')
  const leaver = await app.given.person(orgId, 'member')
  const note = await add('contact', contactId, 'Ask @them', { mentions: [leaver.personId] })
  const other = await add('contact', contactId, 'Ask no one')
  await done('remove-member', { userId: leaver.personId })
  const edited = await done('update-note', { noteId: note.id, body: 'Asked @them', mentions: [leaver.personId] })
  assert.deepEqual(
    (edited.note as Note).mentions.map(({ id }) => id),
    [leaver.personId],
  )
  assert.deepEqual(await refused('update-note', { noteId: other.id, body: 'Ask', mentions: [leaver.personId] }), [
    ...[404, 'person_not_found', 'mentions'],
  ])
})

test('a timeline has the whole of a long note, and of a short one only its text', async () => {
  const contactId = await contact('long@notes.example')
  const body = `${'word '.repeat(450)}end`
  await add('contact', contactId, body)
  await add('contact', contactId, 'short')
  const { entries } = await done('list-timeline', { contactId, kinds: ['note'] })
  const shown = (entries as { text: string; facts: { body: string | null } }[]).map(({ text, facts }) => [
    text.length,
    facts.body,
  ])
  assert.deepEqual(shown, [
    [5, null],
    [2_000, body],
  ])
})

test('notes of merged contacts are read together, and a note on the merged one is written on the canonical one', async () => {
  const [kept, merged] = [await contact('kept@notes.example'), await contact('merged@notes.example')]
  await add('contact', merged, 'before')
  await done('merge-contacts', { sourceId: merged, targetId: kept })
  const note = await add('contact', merged, 'after')
  assert.equal(note.record_id, kept)
  assert.deepEqual(await notesOf('contact', kept), ['after', 'before'])
  assert.deepEqual(await notesOf('contact', merged), ['after', 'before'])
})

test('a note waits for who is removing its record, and is refused once that is gone', async () => {
  const key = await app.given.key(orgId)
  const { body } = await app.post({ name: 'Gone', email: 'gone@client.example', external_id: 'gone' }, key.text)
  const recordId = String(body.lead_id)
  await asOwner(app.target, async (owner) => {
    await owner.query('begin')
    await owner.query('select from leads where id = $1 for update', [recordId])
    let isAnswered = false
    const answer = refused('add-note', { kind: 'lead', recordId, body: 'Too late' }).finally(() => (isAnswered = true))
    await new Promise((done) => setTimeout(done, 300))
    assert.equal(isAnswered, false)
    await owner.query('delete from leads where id = $1', [recordId])
    await owner.query('commit')
    assert.deepEqual((await answer).slice(0, 2), [404, 'record_not_found'])
  })
})

test('a key with the scope notes without an author, and one without it is refused', async () => {
  const contactId = await contact('key@notes.example')
  const as = async (scopes: string[]) => ({ ...app.owner, token: (await app.given.key(orgId, { scopes })).text })
  const note = await add('contact', contactId, 'By a program', {}, await as(['notes:write']))
  assert.equal(note.author, null)
  assert.equal(
    (await refused('add-note', { kind: 'contact', recordId: contactId, body: 'x' }, await as(['contacts:read'])))[0],
    403,
  )
})

test('the timelines of a contact, its deal, lead and company show their notes, and a filter shows notes alone, with counts', async () => {
  const contactId = await contact('line@notes-line.example')
  const { dealId } = await inOrg((db) => openDealFor(db, orgId, { contactId, kind: 'lead', name: 'Line', cause: 'lead' }))
  const company = (await done('create-company', { name: 'Line Ltd' })).company as { id: string }
  await inOrg((db) => db.updateTable('contacts').set({ company_id: company.id }).where('id', '=', contactId).execute())
  const key = await app.given.key(orgId)
  const { body: lead } = await app.post({ email: 'line@notes-line.example' }, key.text)
  const leadId = String(lead.lead_id)
  assert.equal(lead.contact_id, contactId)
  await add('contact', contactId, 'of the contact')
  await add('deal', dealId, 'of the deal')
  await add('lead', leadId, 'of the lead')
  await add('company', company.id, 'of the company')
  const bodies = async (whose: object) =>
    ((await done('list-timeline', { ...whose, kinds: ['note'] })).entries as { kind: string; text: string }[]).map(
      ({ text }) => text,
    )
  const ofPerson = ['of the lead', 'of the deal', 'of the contact']
  assert.deepEqual(await bodies({ contactId }), ofPerson)
  assert.deepEqual(await bodies({ dealId }), ofPerson)
  assert.deepEqual(await bodies({ leadId }), ofPerson)
  assert.deepEqual(await bodies({ companyId: company.id }), [
    'of the company',
    ...ofPerson.filter((text) => text !== 'of the deal'),
  ])
  const all = await done('list-timeline', { contactId, withCounts: true })
  const counts: Record<string, number> = {}
  for (const { kind } of all.entries as { kind: string }[]) counts[kind] = (counts[kind] ?? 0) + 1
  assert.deepEqual(all.counts, counts)
  assert.ok(counts.lead === 1 && counts.note === 3 && counts.deal === 1, JSON.stringify(counts))
  const found: string[] = []
  for (let cursor: unknown = null; ; ) {
    const page = await done('list-timeline', {
      contactId,
      kinds: ['note', 'lead'],
      limit: 1,
      ...(cursor !== null && { cursor }),
    })
    found.push(...(page.entries as { kind: string }[]).map(({ kind }) => kind))
    cursor = page.next_cursor
    if (cursor === null) break
  }
  assert.deepEqual(found, ['note', 'note', 'note', 'lead'])
})
