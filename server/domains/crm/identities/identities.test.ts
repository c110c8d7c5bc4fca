import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { isRace } from '#db/races.ts'
import { foyer } from '#domains/catalogue.ts'
import { readPhone } from '#shapes/phones.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { resolveContact } from './identities.ts'
import type { Who } from './identity-keys.ts'
import { canonicalContactOf, mergeGroupOf } from './merge-groups.ts'
import { mergeContacts, undoMerge } from './merges.ts'

let app: TestApp
let orgId: string
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)

/** As a webhook does it: a transaction of its own, run again after a race. */
const comes = async (who: Who): Promise<string> => {
  for (let tries = 0; ; tries++) {
    try {
      return (await inOrg((db) => resolveContact(db, orgId, foyer.within, who, 'whatsapp'))).contactId
    } catch (error) {
      if (!isRace(error) || tries > 5) throw error
    }
  }
}

const phone = (text: string) => readPhone(text, 'BR')
const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0 ? [[]] : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

let counter = 0
/** One person by every way there is; the number in the spellings that its country has. */
const someone = () => {
  const n = String(++counter).padStart(4, '0')
  const spellings = [
    [`+55 11 9 8765-${n}`, `+55 11 8765-${n}`],
    [`+52 1 55 8765 ${n}`, `+52 55 8765 ${n}`],
    [`+54 9 11 8765-${n}`, `+54 11 8765-${n}`],
  ][counter % 3] as [string, string]
  const email = `maya${n}@example.com`
  const userId = `BR.${n}`
  return [
    { phone: phone(spellings[0]), name: 'Maya' },
    { whatsappUserId: userId },
    { phone: phone(spellings[1]), whatsappUserId: userId },
    { email: email.toUpperCase() },
    { email, phone: phone(spellings[1]), company: 'Ortiz' },
  ] satisfies Who[]
}

const assertOnePerson = async (contactIds: string[], what: string): Promise<void> => {
  await inOrg(async (db) => {
    const roots = new Set<string>()
    for (const id of contactIds) roots.add(await canonicalContactOf(db, orgId, id))
    assert.equal(roots.size, 1, `${what}: ${roots.size} people`)
    const [root = ''] = roots
    const contact = await db
      .selectFrom('contacts')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', root)
      .executeTakeFirstOrThrow()
    assert.deepEqual(
      [contact.full_name, contact.company, contact.email?.toLowerCase().slice(0, 4), contact.phone?.slice(0, 2)],
      ['Maya', 'Ortiz', 'maya', '+5'],
      what,
    )
    const mergeGroup = await mergeGroupOf(db, orgId, root)
    const keys = await db
      .selectFrom('contact_keys')
      .select('kind')
      .where('org_id', '=', orgId)
      .where('contact_id', 'in', mergeGroup)
      .execute()
    assert.deepEqual(keys.map((key) => key.kind).sort(), ['email', 'phone', 'whatsapp'], what)
  })
}

test('a customer known by number, user id, address or several of them is one contact, in any order', async () => {
  // A third of them; each of the five comes first, last and in between.
  const orders = permutations([0, 1, 2, 3, 4]).filter((_, at) => at % 3 === 0)
  for (const [at, order] of orders.entries()) {
    const ways = someone()
    const seen: string[] = []
    if (at % 4 === 0) seen.push(...(await Promise.all(order.map((n) => comes(ways[n] as Who)))))
    else for (const n of order) seen.push(await comes(ways[n] as Who))
    await assertOnePerson(seen, order.join(' '))
  }
})

test('a second number of a person becomes a record of its own beside the first, and both lead to them', async () => {
  const email = `two${newId().slice(-6)}@example.com`
  const first = await comes({ email, phone: phone('+4915112345671') })
  const second = await comes({ email, phone: phone('+4915112345672') })
  assert.equal(second, first)
  assert.equal(await comes({ phone: phone('+4915112345672') }), first)
  assert.equal(await comes({ phone: phone('+4915112345671') }), first)
  assert.equal((await inOrg((db) => mergeGroupOf(db, orgId, first))).length, 2)
})

test('an undone merge restores both, with all records merged into each before and since, and removes only the values that came from the other', async () => {
  await inOrg(async (db) => {
    const make = async (who: Who) => (await resolveContact(db, orgId, foyer.within, who, 'whatsapp')).contactId
    const merge = async (sourceId: string, targetId: string) =>
      (await mergeContacts(db, orgId, foyer.within, { sourceId, targetId, cause: 'person', reason: null, personId: null }))
        ?.mergeId ?? ''
    const all = async () => {
      const rows = await db
        .selectFrom('contacts')
        .select(['id', 'email', 'phone', 'full_name', 'company', 'root_id', 'merged_into'])
        .where('org_id', '=', orgId)
        .where('id', 'in', [a, b, c, d])
        .orderBy('id')
        .execute()
      return JSON.stringify(rows)
    }
    const a = await make({ email: 'a@merge.example' })
    const b = await make({ phone: phone('+4915112345680'), name: 'Bea' })
    const c = await make({ whatsappUserId: 'c', name: 'Cleo', company: 'C' })
    const d = await make({ email: 'd@merge.example', name: 'Dora', company: 'D' })
    const apart = await all()
    const states = [apart]
    const merges: string[] = []
    for (const [source, target] of [
      [c, b],
      [b, a],
      [d, c],
    ] as const) {
      merges.push(await merge(source, target))
      states.push(await all())
    }
    assert.deepEqual(await mergeGroupOf(db, orgId, d), [a, b, c, d])
    assert.equal(await merge(d, b), '', 'who is one person already is not merged again')
    for (const mergeId of merges.toReversed()) {
      await undoMerge(db, orgId, foyer.within, mergeId, null)
      states.pop()
      assert.equal(await all(), states.at(-1))
    }
    // Taken back in the middle: those below go along, and what the top knew only from them leaves it.
    const [cb = '', ba = ''] = [await merge(c, b), await merge(b, a), await merge(d, a)]
    await undoMerge(db, orgId, foyer.within, ba, null)
    assert.deepEqual(await mergeGroupOf(db, orgId, c), [b, c])
    assert.deepEqual(await mergeGroupOf(db, orgId, a), [a, d])
    const top = await db
      .selectFrom('contacts')
      .select(['full_name', 'company', 'phone'])
      .where('org_id', '=', orgId)
      .where('id', '=', a)
      .executeTakeFirstOrThrow()
    assert.deepEqual(top, { full_name: 'Dora', company: 'D', phone: null })
    assert.equal(await undoMerge(db, orgId, foyer.within, ba, null), null, 'twice is once')
    await undoMerge(db, orgId, foyer.within, cb, null)
    assert.deepEqual(await mergeGroupOf(db, orgId, c), [c])
  })
})
