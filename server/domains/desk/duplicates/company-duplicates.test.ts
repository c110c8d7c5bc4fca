import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { duplicatesOf } from '#test/support/duplicates.ts'
import { bareName, isRegisterNumber, registeredDomain } from './company-keys.ts'
import { matchNextCompanies } from './match-earlier-contacts.ts'

let app: TestApp
const { done, follow, pairsOf } = duplicatesOf('company', () => app)
before(async () => {
  app = await startApp()
  await follow(app.owner.orgId)
})
after(() => app?.stop())

const company = async (as: Someone, name: string, domain?: string): Promise<string> =>
  (await done<{ company: { id: string } }>('create-company', { name, ...(domain && { domain }) }, as)).company.id

test('a name is compared without its legal form, in the words of many countries, and a form alone stays a name', () => {
  for (const name of [
    'Blue Bakery',
    'Blue Bakery, Inc.',
    'The Blue-Bakery Pvt. Ltd.',
    'BLUE BAKERY GmbH & Co. KG',
    'Blue Bakery S.A. de C.V.',
    'Blue Bakery S.à r.l.',
    'PT Blue Bakery Tbk',
    'Blue Bakery Sp. z o.o.',
  ])
    assert.equal(bareName(name), 'blue bakery', name)
  assert.equal(bareName('Smith & Jones LLP'), bareName('Smith and Jones'))
  assert.equal(bareName('Ltd'), 'ltd')
  assert.equal(bareName('The Co'), 'co')
  assert.equal(registeredDomain('shop.acme.co.uk'), 'acme.co.uk')
  assert.equal(registeredDomain('a.b.acme.example'), 'acme.example')
  assert.ok(isRegisterNumber('VAT number') && isRegisterNumber('GSTIN') && isRegisterNumber('USt-IdNr.'))
  assert.ok(!isRegisterNumber('Private notes') && !isRegisterNumber('Tax class') && !isRegisterNumber('Size'))
})

test('companies are proposed by number, domain and name, with the reasons, the surest first, and not where something contradicts', async () => {
  const owner = await app.given.organization()
  await done('save-field', { kind: 'company', name: 'VAT number', fieldType: 'text' }, owner)
  const number = (recordId: string, vat_number: string) =>
    done('set-fields', { kind: 'company', recordId, fields: { vat_number } }, owner)
  const one = await company(owner, 'Alpha Holding AG', 'alpha.example')
  const renamed = await company(owner, 'Formerly Something', 'something.example')
  await number(one, 'DE 123 456 789')
  await number(renamed, 'de123456789')
  const shop = await company(owner, 'Beta Shop', 'shop.beta.example')
  const main = await company(owner, 'Beta', 'beta.example')
  const plain = await company(owner, 'Gamma Tiles GmbH')
  const dotted = await company(owner, 'gamma tiles', 'gamma-tiles.example')
  // The same name at two brands, and with two numbers.
  await company(owner, 'Delta Bakery', 'delta-bakery.example')
  await company(owner, 'Delta Bakery Ltd', 'bakery-of-delta.example')
  await number(await company(owner, 'Epsilon'), 'GB 111111111')
  await number(await company(owner, 'Epsilon LLC'), 'GB 222222222')
  const pairs = await pairsOf(owner)
  assert.deepEqual(
    pairs.map((pair) => [pair.ids, pair.reasons]),
    [
      [[one, renamed].sort(), ['number']],
      [[shop, main].sort(), ['domain']],
      [[plain, dotted].sort(), ['name']],
    ],
  )
})

test('a lead that types the name of a company joins nothing: it is only proposed', async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const known = await company(owner, 'Khan Tiles Ltd')
  const { body } = await app.post({ name: 'Nadia', email: 'nadia@khan-tiles.example', company: 'Khan Tiles' }, key)
  await done('create-deal', { contactId: body.contact_id, name: 'Tiles' }, owner)
  const [pair, ...others] = await pairsOf(owner)
  assert.equal(others.length, 0)
  assert.ok(pair?.ids.includes(known))
  const { companies } = await done<{ companies: { id: string }[] }>('list-companies', {}, owner)
  assert.equal(companies.length, 2)
})

test('a pair goes when one of the two is changed, deleted or merged, and comes when it is restored or separated', async () => {
  const owner = await app.given.organization()
  const one = await company(owner, 'Pair Works')
  const other = await company(owner, 'Pair Works Ltd')
  assert.equal((await pairsOf(owner)).length, 1)
  await done('delete-records', { kind: 'company', ids: [other] }, owner)
  assert.equal((await done<{ count: number }>('list-company-duplicates', {}, owner)).count, 0, 'at once')
  assert.equal((await pairsOf(owner)).length, 0)
  await done('restore-records', { kind: 'company', ids: [other] }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
  await done('update-company', { companyId: other, name: 'Other Works' }, owner)
  assert.equal((await pairsOf(owner)).length, 0)
  await done('update-company', { companyId: other, name: 'Pair Works Inc' }, owner)
  const { mergeId } = await done<{ mergeId: string }>('merge-companies', { sourceId: other, targetId: one }, owner)
  assert.equal((await pairsOf(owner)).length, 0)
  await done('undo-company-merge', { mergeId }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
})

test('a pair that a member dismissed never comes back, whatever is changed, merged or deleted afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('edit', 'delete', 'restore', 'merge', 'part'), fc.nat(2)), { maxLength: 8 }),
      async (steps) => {
        const owner = await app.given.organization()
        const all = [await company(owner, 'Twin'), await company(owner, 'Twin Ltd'), await company(owner, 'Twin Inc')] as const
        const [one, other, third] = all
        assert.equal((await pairsOf(owner)).length, 3)
        await done('dismiss-company-duplicate', { companyId: one, otherId: other }, owner)
        let mergeId: string | null = null
        for (const [step, n] of steps) {
          const companyId = all[n] ?? one
          if (step === 'edit') await app.call('update-company', { companyId, name: `Twin ${n % 2 ? 'Corp' : 'GmbH'}` }, owner)
          else if (step === 'delete') await done('delete-records', { kind: 'company', ids: [companyId] }, owner)
          else if (step === 'restore') await done('restore-records', { kind: 'company', ids: [companyId] }, owner)
          else if (step === 'part' && mergeId) mergeId = (await app.call('undo-company-merge', { mergeId }, owner)) && null
          else if (step === 'merge' && !mergeId) {
            const { status, body } = await app.call('merge-companies', { sourceId: other, targetId: third }, owner)
            mergeId = status === 200 ? ((body as { mergeId?: string }).mergeId ?? null) : null
          }
          const apart = mergeId ? [one, third] : [one, other]
          for (const pair of await pairsOf(owner)) assert.notDeepEqual(pair.ids, apart.toSorted(), JSON.stringify(steps))
        }
      },
    ),
    { numRuns: 6 },
  )
})

test('dismissing can be taken back, is refused of one company and of a foreign one', async () => {
  const owner = await app.given.organization()
  const one = await company(owner, 'Back Office')
  const other = await company(owner, 'Back Office Ltd')
  await pairsOf(owner)
  await done('dismiss-company-duplicate', { companyId: other, otherId: one }, owner)
  assert.deepEqual(await pairsOf(owner), [])
  await done('dismiss-company-duplicate', { companyId: one, otherId: other, undo: true }, owner)
  assert.equal((await pairsOf(owner)).length, 1)
  assert.equal((await app.call('dismiss-company-duplicate', { companyId: one, otherId: one }, owner)).status, 400)
  const stranger = await app.given.organization()
  assert.equal((await app.call('dismiss-company-duplicate', { companyId: one, otherId: other }, stranger)).status, 404)
})

test('companies of earlier versions are compared in pieces', async () => {
  const owner = await app.given.organization()
  const one = await company(owner, 'Early Birds')
  const other = await company(owner, 'Early Birds Ltd')
  await pairsOf(owner)
  const { orgId } = owner
  await app.database.inOrg(orgId, async (db) => {
    await sql`delete from company_match_keys`.execute(db)
    await sql`delete from duplicate_pairs`.execute(db)
    await sql`insert into unmatched_companies (org_id, id) values (${orgId}, ${one}), (${orgId}, ${other})`.execute(db)
  })
  const piece = await app.database.inOrg(orgId, (db) => matchNextCompanies(db, orgId, '00000000-0000-0000-0000-000000000000'))
  assert.equal(piece?.count, 2)
  assert.equal((await done<{ count: number }>('list-company-duplicates', {}, owner)).count, 1)
})
