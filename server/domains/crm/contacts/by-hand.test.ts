import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

interface Contact {
  readonly id: string
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  readonly job_title: string | null
  readonly owner_id: string | null
}
interface Probable {
  readonly id: string
  readonly name: string
  readonly reasons: string[]
}

const workspace = async (options: object = {}) => {
  const owner = await app.given.organization(undefined, { defaultCountry: 'DE', ...options })
  const call = (type: string, body: object) => app.call(type, body, owner)
  const done = async (type: string, body: object) => {
    const answer = await call(type, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as never
  }
  return {
    ...{ owner, call, done },
    contact: async (body: object) => (await done('create-contact', body)) as { contact: Contact; created: boolean },
    lead: async (body: object) =>
      (
        (await done('add-lead', body)) as {
          lead: { id: string; contact_id: string; via: string; source: string; state: string; owner: { id: string } | null }
        }
      ).lead,
    probable: async (body: object) => (await done('find-duplicates', body)) as { contacts: Probable[]; companies: Probable[] },
    refused: async (type: string, body: object) => {
      const answer = await call(type, body)
      return [answer.body.code, answer.body.field]
    },
  }
}

test('a contact that is added by hand has an owner; one who is known gets what they lack, and nothing else', async () => {
  const { owner, contact, refused } = await workspace()
  const { contact: maya, created } = await contact({ fullName: 'Maya Rao', email: 'maya@example.com', jobTitle: 'Architect' })
  assert.deepEqual([created, maya.full_name, maya.job_title, maya.owner_id], [true, 'Maya Rao', 'Architect', owner.personId])
  const again = await contact({
    fullName: 'M. Rao',
    email: 'MAYA@example.com',
    phone: '0151 12345678',
    company: 'Rao Interiors',
  })
  assert.deepEqual(
    [again.created, again.contact.id, again.contact.full_name, again.contact.phone, again.contact.company],
    [false, maya.id, 'Maya Rao', '+4915112345678', 'Rao Interiors'],
  )
  const alone = await contact({ fullName: 'Maya Rao', ownerId: null })
  assert.deepEqual([alone.created, alone.contact.owner_id], [true, null], 'a name says nothing about who someone is')
  await contact({ fullName: 'Jonas', phone: '+4915112345679' })
  assert.deepEqual(
    (await refused('create-contact', { email: 'maya@example.com', phone: '+4915112345679' }))[0],
    'contact_taken',
  )
  assert.deepEqual(await refused('create-contact', { fullName: ' ' }), ['missing_field', 'fullName'])
  assert.deepEqual(await refused('create-contact', { email: 'maya@' }), ['email_malformed', 'email'])
  assert.deepEqual(await refused('create-contact', { phone: '12' }), ['phone_unreadable', 'phone'])
  assert.deepEqual(await refused('create-contact', { fullName: 'x', ownerId: maya.id }), ['person_not_found', 'ownerId'])
})

test('a lead that is added by hand goes to its contact, has an owner, and waits for an answer where its author says so', async () => {
  const { owner, lead, done, refused, contact } = await workspace()
  const { contact: known } = await contact({ email: 'maya@example.com' })
  const first = await lead({ name: 'Maya Rao', email: 'maya@example.com', phone: '0151 12345678', note: 'A small bathroom' })
  assert.deepEqual(
    [first.contact_id, first.via, first.source, first.state, first.owner?.id],
    [known.id, 'person', 'by-hand', 'new', owner.personId],
  )
  const shown = (await done('show-contact', { contactId: known.id })) as { contact: Contact }
  assert.deepEqual([shown.contact.full_name, shown.contact.phone], ['Maya Rao', '+4915112345678'])
  const waiting = async () => ((await done('show-response-times', {})) as { waiting: number }).waiting
  assert.equal(await waiting(), 0)
  const second = await lead({ name: 'Jonas', phone: '+4915112345679', source: 'Phone', waitsForAnswer: true, ownerId: null })
  assert.deepEqual([second.source, second.owner, await waiting()], ['phone', null, 1])
  const { lead: detail } = (await done('show-lead', { leadId: first.id })) as { lead: { received: string; note: string } }
  assert.equal(detail.note, 'A small bathroom')
  assert.equal(JSON.parse(detail.received).phone, '0151 12345678', 'what was typed stands as it was')
  assert.deepEqual((await refused('add-lead', { name: 'x' }))[0], 'contact_missing')
  assert.deepEqual(await refused('add-lead', { phone: '12' }), ['phone_unreadable', 'phone'])
})

test('a lead that a member types joins no two contacts', async () => {
  const { contact, lead, owner } = await workspace()
  const { contact: maya } = await contact({ fullName: 'Maya', email: 'maya@example.com' })
  await contact({ fullName: 'Jonas', phone: '+4915112345679' })
  const added = await lead({ email: 'maya@example.com', phone: '+4915112345679' })
  assert.equal(added.contact_id, maya.id)
  const merged = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('contacts').select('id').where('root_id', 'is not', null).execute(),
  )
  assert.deepEqual(merged, [])
})

test('the month’s leads that are used up are no more to be had by hand', async () => {
  const { lead, refused } = await workspace({ quota: 1 })
  await lead({ email: 'a@example.com' })
  assert.deepEqual((await refused('add-lead', { email: 'b@example.com' }))[0], 'quota_exceeded')
})

test('while someone is typed, contacts and companies that are probably known are found, the surest first, with the reason', async () => {
  const { owner, contact, done, probable } = await workspace()
  const { contact: maya } = await contact({ fullName: 'Maya Rao', email: 'maya@rao.example', company: 'Rao Interiors' })
  const { contact: other } = await contact({ fullName: 'Maya Raoult', phone: '+4915112345679' })
  const { company } = (await done('create-company', { name: 'Rao Interiors', domain: 'rao.example' })) as {
    company: { id: string; owner_id: string }
  }
  assert.equal(company.owner_id, owner.personId)
  await done('create-company', { name: 'Interiors of Rao' })
  await followEvents(app, owner.orgId, 'search')
  const found = async (typed: object) => (await probable(typed)).contacts.map(({ id, reasons }) => [id, reasons.join()])
  assert.deepEqual(await found({ name: 'maya rao' }), [
    [other.id, 'name'],
    [maya.id, 'name'],
  ])
  assert.deepEqual(await found({ name: 'Maya', phone: '0151 12345679' }), [
    [other.id, 'phone,name'],
    [maya.id, 'name'],
  ])
  assert.deepEqual(await found({ email: 'Maya@RAO.example', company: 'rao interiors' }), [[maya.id, 'email,company']])
  assert.deepEqual(await found({ company: 'Rao Interiors' }), [], 'colleagues are not one person')
  assert.deepEqual(await found({ name: 'interiors' }), [], 'a word of their company is no name')
  assert.deepEqual(await found({ name: 'ma' }), [])
  const firms = async (typed: object) => (await probable(typed)).companies.map(({ id, reasons }) => [id, reasons.join()])
  assert.deepEqual(await firms({ company: 'rao' }), [[company.id, 'name']])
  assert.deepEqual(await firms({ domain: 'https://www.rao.example/', email: 'jo@rao.example' }), [[company.id, 'domain,email']])
  assert.deepEqual(await firms({ company: '%' }), [])
  const elsewhere = await app.given.organization()
  const theirs = await app.call('find-duplicates', { name: 'maya', email: 'maya@rao.example', company: 'rao' }, elsewhere)
  assert.deepEqual([theirs.body.contacts, theirs.body.companies], [[], []])
})

test('a member gives contacts and companies to a colleague', async () => {
  const { owner, contact, done } = await workspace()
  const colleague = await app.given.person(owner.orgId, 'member')
  const { contact: maya } = await contact({ fullName: 'Maya Rao' })
  const given = (await done('update-contact', { contactId: maya.id, ownerId: colleague.personId })) as { contact: Contact }
  assert.equal(given.contact.owner_id, colleague.personId)
  const facts = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('events')
      .select('payload')
      .where('type', '=', 'contact.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  const { before, after } = facts.payload as Record<'before' | 'after', { owner_id: string | null }>
  assert.deepEqual([before.owner_id, after.owner_id], [owner.personId, colleague.personId])
  const { company } = (await done('create-company', { name: 'Blue Bakery' })) as { company: { id: string } }
  const moved = (await done('update-company', { companyId: company.id, ownerId: null })) as {
    company: { owner_id: string | null }
  }
  assert.equal(moved.company.owner_id, null)
})
