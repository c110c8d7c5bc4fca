import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addImportedPeople, recordImportedPeople } from '#domains/crm/identities/imported-people.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { duplicatesOf } from '#test/support/duplicates.ts'
import { followEvents } from '#test/support/reactions.ts'
import { matchNext } from './match-earlier-contacts.ts'

let app: TestApp
const { done, follow, pairsOf } = duplicatesOf('contact', () => app)
before(async () => {
  app = await startApp()
  await follow(app.owner.orgId)
})
after(() => app?.stop())

const contact = async (as: Someone, fields: object): Promise<string> =>
  (await done<{ contact: { id: string } }>('create-contact', fields, as)).contact.id

test('contacts are proposed by mailbox, number and name at one company, with the reasons, the surest first', async () => {
  const owner = await app.given.organization()
  const gmail = await contact(owner, { fullName: 'Maya Rao', email: 'maya.rao@gmail.com' })
  const tagged = await contact(owner, { fullName: 'M. Rao', email: 'mayarao+shop@googlemail.com' })
  const abroad = await contact(owner, { fullName: 'Jo', phone: '+4915112345678' })
  const athome = await contact(owner, { fullName: 'Joe', phone: '+4315112345678' })
  const one = await contact(owner, { fullName: 'Ana López', email: 'ana@blue-bakery.example' })
  const turned = await contact(owner, { fullName: 'Lopez, Ana', email: 'office@blue-bakery.example' })
  await contact(owner, { fullName: 'Ana López', email: 'ana@other.example' })
  const pairs = await pairsOf(owner)
  assert.deepEqual(
    pairs.map((pair) => [pair.ids, pair.reasons]),
    [
      [[gmail, tagged].sort(), ['mailbox']],
      [[abroad, athome].sort(), ['phone']],
      [[one, turned].sort(), ['name_domain']],
    ],
  )
})

test('imported contacts are compared with all others, by a reaction of their own', async () => {
  const owner = await app.given.organization()
  const known = await contact(owner, { fullName: 'Maya Rao', email: 'maya.rao@gmail.com' })
  const id = crypto.randomUUID()
  await app.database.inOrg(owner.orgId, async (db) => {
    const none = { phone: null, company: null, job_title: null, linkedin_url: null, company_id: null }
    await addImportedPeople(db, owner.orgId, [{ id, email: 'mayarao@gmail.com', full_name: 'M. Rao', ...none }])
    await recordImportedPeople(db, owner.orgId, crypto.randomUUID(), [id])
  })
  assert.deepEqual(await pairsOf(owner), [])
  await followEvents(app, owner.orgId, 'find-imported-pairs')
  assert.deepEqual(
    (await pairsOf(owner)).map(({ ids }) => ids),
    [[known, id].sort()],
  )
})

test('a lead with the name of another person joins no one: it is only proposed', async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const known = await contact(owner, { fullName: 'Nadia Khan', email: 'nadia@gmail.com', company: 'Khan Tiles' })
  const { body } = await app.post({ name: 'Nadia Khan', email: 'n.adia@gmail.com', company: 'Khan Tiles' }, key)
  const [pair, ...others] = await pairsOf(owner)
  assert.deepEqual([pair?.ids, others], [[known, String(body.contact_id)].sort(), []])
  const { contacts } = await done<{ contacts: { id: string }[] }>('list-contacts', {}, owner)
  assert.equal(contacts.length, 2)
})

test('a pair goes when one of the two is changed, deleted or merged, and comes when it is restored', async () => {
  const owner = await app.given.organization()
  const one = await contact(owner, { fullName: 'Pair One', email: 'pair.one@gmail.com' })
  const other = await contact(owner, { fullName: 'Pair Two', email: 'pairone@gmail.com' })
  assert.equal((await pairsOf(owner)).length, 1)
  await done('delete-records', { kind: 'contact', ids: [other] }, owner)
  assert.equal((await done<{ count: number }>('list-duplicates', {}, owner)).count, 0, 'at once')
  assert.equal((await pairsOf(owner)).length, 0)
  await done('restore-records', { kind: 'contact', ids: [other] }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
  await done('update-contact', { contactId: other, email: 'different@gmail.com' }, owner)
  assert.equal((await pairsOf(owner)).length, 0)
  await done('update-contact', { contactId: other, email: 'p.airone@gmail.com' }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
  await done('merge-contacts', { sourceId: other, targetId: one }, owner)
  assert.equal((await pairsOf(owner)).length, 0)
})

test('a mailbox that a whole office shares says nothing about any two of its people, in whatever pieces they come and go', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 }), async (pieces) => {
      const owner = await app.given.organization()
      const clerks: string[] = []
      for (const piece of [...pieces, 1]) {
        for (let n = 0; n < piece; n++)
          clerks.push(
            await contact(owner, { fullName: `Clerk ${clerks.length}`, email: `clerk+${clerks.length}@office.example` }),
          )
        const count = clerks.length
        assert.equal((await pairsOf(owner)).length, count > 10 ? 0 : (count * (count - 1)) / 2, `${count} clerks`)
      }
      const left = clerks.slice(0, 3)
      if (clerks.length > left.length) await done('delete-records', { kind: 'contact', ids: clerks.slice(3) }, owner)
      assert.equal((await pairsOf(owner)).length, left.length < 2 ? 0 : (left.length * (left.length - 1)) / 2)
    }),
    { numRuns: 5, examples: [[[6, 6]]] },
  )
})

test('contacts with one number are proposed while five have it at the most: more are those of a switchboard', async () => {
  const owner = await app.given.organization()
  const numbers = ['+4915112345678', '+4315112345678', '+8615112345678', '+3915112345678', '+445112345678', '+15112345678']
  const ids: string[] = []
  for (const phone of numbers) {
    ids.push(await contact(owner, { fullName: `Caller ${ids.length}`, phone }))
    const pairs = await pairsOf(owner)
    assert.equal(pairs.length, ids.length > 5 ? 0 : (ids.length * (ids.length - 1)) / 2, phone)
    for (const { reasons } of pairs) assert.deepEqual(reasons, ['phone'])
  }
  await done('delete-records', { kind: 'contact', ids: ids.slice(2) }, owner)
  assert.equal((await pairsOf(owner)).length, 1, 'no switchboard any more')
  await done('dismiss-duplicate', { contactId: ids[0], otherId: ids[1] }, owner)
  await done('update-contact', { contactId: ids[0], phone: '+4915112349999' }, owner)
  await pairsOf(owner)
  await done('update-contact', { contactId: ids[0], phone: '+4915112345678' }, owner)
  assert.deepEqual(await pairsOf(owner), [])
})

test('a pair that a member dismissed never comes back, whatever is changed, merged or deleted afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('edit', 'delete', 'restore', 'merge', 'part'), fc.nat(2)), { maxLength: 8 }),
      async (steps) => {
        const owner = await app.given.organization()
        const people = [
          await contact(owner, { fullName: 'Twin One', email: 'tw.in@gmail.com' }),
          await contact(owner, { fullName: 'Twin Two', email: 'twin@gmail.com' }),
          await contact(owner, { fullName: 'Twin Three', email: 't.win@gmail.com' }),
        ] as const
        const [one, other, third] = people
        assert.equal((await pairsOf(owner)).length, 3)
        await done('dismiss-duplicate', { contactId: one, otherId: other }, owner)
        let mergeId: string | null = null
        for (const [step, n] of steps) {
          const contactId = people[n] ?? one
          if (step === 'edit') await app.call('update-contact', { contactId, jobTitle: `Title ${Math.random()}` }, owner)
          else if (step === 'delete') await done('delete-records', { kind: 'contact', ids: [contactId] }, owner)
          else if (step === 'restore') await done('restore-records', { kind: 'contact', ids: [contactId] }, owner)
          else if (step === 'part' && mergeId) mergeId = (await app.call('undo-merge', { mergeId }, owner)) && null
          else if (step === 'merge' && !mergeId)
            mergeId = (await done<{ mergeId: string | null }>('merge-contacts', { sourceId: other, targetId: third }, owner))
              .mergeId
          const apart = mergeId ? [one, third] : [one, other]
          for (const pair of await pairsOf(owner)) assert.notDeepEqual(pair.ids, apart.toSorted(), JSON.stringify(steps))
        }
      },
    ),
    { numRuns: 6 },
  )
})

test('dismissing can be taken back, is refused of one contact and of a foreign one', async () => {
  const owner = await app.given.organization()
  const one = await contact(owner, { fullName: 'Back One', email: 'ba.ck@gmail.com' })
  const other = await contact(owner, { fullName: 'Back Two', email: 'back@gmail.com' })
  await pairsOf(owner)
  await done('dismiss-duplicate', { contactId: other, otherId: one }, owner)
  assert.deepEqual(await pairsOf(owner), [])
  await done('dismiss-duplicate', { contactId: one, otherId: other, undo: true }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
  assert.equal((await app.call('dismiss-duplicate', { contactId: one, otherId: one }, owner)).status, 400)
  const stranger = await app.given.organization()
  assert.equal((await app.call('dismiss-duplicate', { contactId: one, otherId: other }, stranger)).status, 404)
  assert.deepEqual(await pairsOf(stranger), [])
})

test('contacts of earlier versions are compared in pieces', async () => {
  const owner = await app.given.organization()
  const one = await contact(owner, { fullName: 'Early One', email: 'ear.ly@gmail.com' })
  const other = await contact(owner, { fullName: 'Early Two', email: 'early@gmail.com' })
  await pairsOf(owner)
  const { orgId } = owner
  await app.database.inOrg(orgId, async (db) => {
    await sql`delete from contact_match_keys`.execute(db)
    await sql`delete from duplicate_pairs`.execute(db)
    await sql`insert into unmatched_contacts (org_id, id) values (${orgId}, ${one}), (${orgId}, ${other})`.execute(db)
  })
  const piece = await app.database.inOrg(orgId, (db) => matchNext(db, orgId, '00000000-0000-0000-0000-000000000000'))
  assert.equal(piece?.count, 2)
  assert.equal((await done<{ count: number }>('list-duplicates', {}, owner)).count, 1)
})
