import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Crm } from '#ports/crm.ts'
import {
  byId,
  type CrmSandbox,
  failure,
  openCrmSandbox,
  openTestedCrm,
  readChanges,
  readPages,
  readWhole,
} from '#test/support/crm.ts'
import { testedCrms } from '#test/support/crm-vendors.ts'
import { asJson, asText, timeIn } from './fields.ts'
import { salesforceCrm } from './port.ts'
import { encoded } from './requests.ts'
import { afterKey, isFieldName, quoted, quotedList, timeLiteral } from './soql.ts'

const tested = testedCrms.find(({ slug }) => slug === 'salesforce') ?? assert.fail()
const none = { companyId: null, contactIds: [] }

let box: CrmSandbox
before(async () => {
  box = await openCrmSandbox()
})
after(() => box.stop())

/** The org of a test, asked by a client whose requests the test sees, and may do something between. */
const watched = (name: string, onSent: (url: string, method: string) => Promise<void> | void): Crm => {
  const base = `${box.sandbox.address}/sandbox/salesforce`
  const http: ProviderHttp = {
    async send(request) {
      const answer = await box.http.send(request)
      await onSent(request.url, request.method)
      return answer
    },
  }
  return salesforceCrm.open({
    ...{ base, pageBase: base, mode: 'sandbox', http, now: box.now },
    auth: { kind: 'oauth', token: tested.token(name) },
  })
}
/** A call of the vendor's API as another program makes it. */
const rest = async (name: string, method: string, path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${box.sandbox.address}/services/data/v62.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tested.token(name)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${method} ${path} ${response.status}`)
  return response.status === 204 ? null : response.json()
}

test('batches that are shorter than asked for, with lists within them cut off, lose no record and no contact of a deal', async () => {
  const opened = await openTestedCrm(box, tested, { companies: 3, contacts: 300, deals: 460 })
  await opened.turn('short_batch')
  const deals = await readWhole(opened, 'deals', ['Name'])
  await opened.turn()
  const truth = await opened.truth('deals')
  assert.deepEqual(
    byId(deals).map(({ id, contactIds }) => [id, contactIds.toSorted()]),
    byId(truth).map(({ id, contactIds }) => [id, contactIds.toSorted()]),
  )
  assert.ok(deals.some(({ contactIds }) => contactIds.length === 10))
})

test('no locator is used, so that none can be lost', async () => {
  const opened = await openTestedCrm(box, tested, { contacts: 4_500 })
  const urls: string[] = []
  const crm = watched(opened.name, (url) => void urls.push(url))
  await opened.turn('lost_locator')
  const pages = await readPages((cursor) => crm.all('contacts', { fields: ['Email'], cursor }))
  await opened.turn()
  assert.equal(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size, 4_500)
  assert.equal(urls.length, 3)
})

test('400 fields more than an address holds are read with one call more, and every address is short enough', async () => {
  const opened = await openTestedCrm(box, tested, { contacts: 30, deals: 30 })
  const urls: string[] = []
  await opened.turn('many_fields')
  const crm = watched(opened.name, (url) => void urls.push(url))
  for (const entity of ['contacts', 'deals'] as const) {
    const names = (await crm.fields(entity)).map(({ name }) => name)
    assert.ok(names.length > 400)
    urls.length = 0
    for (const page of [
      await crm.all(entity, { fields: names, cursor: null }),
      await crm.changed(entity, { fields: names, cursor: null, since: new Date(0) }),
    ]) {
      assert.equal(page.records.length, 30)
      for (const { values } of page.records)
        assert.ok(
          names.every((name) => !name.startsWith('Extra_') || values[name]?.startsWith(`${Number(name.slice(6, 9))} of `)),
        )
    }
    assert.equal(urls.length, 4)
    assert.ok(urls.every((url) => url.length <= 2_048))
  }
  await opened.turn()
})

test('records of 26 MB each are read, page by page, in less than 100 MB', async () => {
  const opened = await openTestedCrm(box, tested, { companies: 3, contacts: 0, deals: 0 })
  await opened.turn('huge_fields')
  const names = (await opened.crm.fields('companies')).map(({ name }) => name)
  const pages = await readPages((cursor) => opened.crm.all('companies', { fields: names, cursor }))
  await opened.turn()
  const found = pages.map(({ records }) =>
    records.map(({ id, values }) => [id, Object.values(values).join('').length > 26_000_000]),
  )
  const truth = await opened.truth('companies')
  assert.deepEqual(
    found.flat(),
    truth.map(({ id }) => [id, true]),
  )
  assert.ok(pages.length >= 2)
})

test('a field that went away meanwhile is left out after one more look at what there is', async () => {
  const opened = await openTestedCrm(box, tested)
  const names = (await opened.crm.fields('deals')).map(({ name }) => name)
  assert.ok(names.includes('CurrencyIsoCode') && names.includes('Heard_Of_Us__c'))
  await opened.turn('hidden_fields')
  box.sent.length = 0
  const crm = opened.open()
  for (const page of [
    await crm.all('deals', { fields: names, cursor: null }),
    await crm.changed('deals', { fields: names, cursor: null, since: new Date(0) }),
  ]) {
    assert.equal(page.records.length, 24)
    for (const { values } of page.records) {
      assert.equal(values.CurrencyIsoCode, null)
      assert.ok(values.Name)
    }
  }
  assert.deepEqual(box.sent, ['query Opportunity', 'describe Opportunity', 'query Opportunity', 'query Opportunity'])
  const shown = (await crm.fields('deals')).map(({ name }) => name)
  assert.ok(!shown.includes('CurrencyIsoCode') && !shown.includes('Heard_Of_Us__c'))
  const read = await opened.open().read('deals', [(await opened.truth('deals'))[0]?.id ?? ''], names)
  assert.equal(read.length, 1)
  await opened.turn()
})

test('a text that is no name of a field never reaches a query', async () => {
  const { crm } = await openTestedCrm(box, tested)
  const fields = ['Id FROM User', 'Name,Id', "x'", 'Account.Name', '', 'Name']
  const { records } = await crm.all('companies', { fields, cursor: null })
  assert.equal(records.length, 20)
  assert.ok(records.every(({ values }) => values.Name && values['Id FROM User'] === null))
})

test('records that were merged again and again lead to the one that stayed', async () => {
  const opened = await openTestedCrm(box, tested)
  const since = box.now()
  const [a = '', b = '', c = '', gone = '', other = ''] = (await opened.truth('contacts')).map(({ id }) => id)
  const merge = (winner: string, loser: string) => ({ entity: 'contacts' as const, winner, loser })
  await opened.control({ merge: [merge(b, a), merge(c, b)], remove: [{ entity: 'contacts', id: gone }] })
  const found = (await readPages((cursor) => opened.crm.gone('contacts', { since, cursor }))).flatMap((page) => page.gone)
  assert.deepEqual(
    byId(found),
    byId([
      { id: a, mergedInto: c },
      { id: b, mergedInto: c },
      { id: gone, mergedInto: null },
    ]),
  )
  const read = await opened.crm.read('contacts', [a, gone, other, 'no id', '003RO0000zzzzzz'], ['Email'])
  assert.deepEqual(
    read.map(({ id, mergedIds }) => [id, mergedIds]),
    [
      [other, []],
      [c, [a]],
    ],
  )
  const deals = (await opened.truth('deals')).map(({ id }) => id)
  await opened.control({ merge: [{ entity: 'deals', winner: deals[0] ?? '', loser: deals[1] ?? '' }] })
  const pages = await readPages((cursor) => opened.crm.gone('deals', { since, cursor }))
  assert.deepEqual(
    pages.flatMap((page) => page.gone),
    [{ id: deals[1], mergedInto: null }],
  )
  assert.deepEqual(await opened.crm.read('deals', [deals[1] ?? ''], []), [])
})

test('a contact that is put to a deal, or taken from it, makes the deal a changed one, although its own time stays', async () => {
  const opened = await openTestedCrm(box, tested)
  const since = box.now()
  box.pass(2_000)
  const [deal, second, third] = await opened.truth('deals')
  const contact = (await opened.truth('contacts')).at(-1)
  assert.ok(deal && second && third && contact && deal.contactIds[0] !== undefined)
  const role = { OpportunityId: deal.id, ContactId: contact.id, IsPrimary: true }
  await rest(opened.name, 'POST', '/sobjects/OpportunityContactRole', role)
  const roles = `SELECT Id FROM OpportunityContactRole WHERE OpportunityId = '${second.id}'`
  const { records } = (await rest(opened.name, 'GET', `/query?q=${encoded(roles)}`)) as { records: { Id: string }[] }
  await rest(opened.name, 'DELETE', `/sobjects/OpportunityContactRole/${records[0]?.Id}`)
  await opened.control({ edit: [{ entity: 'deals', id: third.id, contactIds: [contact.id] }] })
  const changed = await readChanges(opened, 'deals', since)
  assert.deepEqual(changed.map(({ id }) => id).toSorted(), [deal.id, second.id, third.id].toSorted())
  const byDeal = new Map(changed.map((record) => [record.id, record]))
  assert.deepEqual(byDeal.get(deal.id)?.contactIds, [contact.id, ...deal.contactIds])
  assert.equal(byDeal.get(deal.id)?.modifiedAt?.toISOString(), deal.modifiedAt)
  assert.deepEqual(byDeal.get(second.id)?.contactIds, second.contactIds.slice(1))
  assert.deepEqual(byDeal.get(third.id)?.contactIds, [contact.id])
  assert.equal((await readChanges(opened, 'deals', new Date(box.now().getTime() + 2_000))).length, 0)
})

test('a row that is locked, and a service that is not available, ask for patience, and nothing is written', async () => {
  const opened = await openTestedCrm(box, tested)
  const [company] = await opened.truth('companies')
  assert.ok(company)
  await opened.turn('row_lock')
  const locked = await failure(
    opened.crm.update('companies', company.id, { Name: 'Locked' }, { unmodifiedSince: null }),
    'busy',
  )
  assert.ok(locked.retryAfterMs !== null && locked.retryAfterMs > 0)
  assert.equal(locked.code, 'UNABLE_TO_LOCK_ROW')
  await opened.turn('unavailable')
  const away = await failure(opened.crm.count('companies'), 'busy')
  assert.ok(away.retryAfterMs !== null && away.retryAfterMs > 0 && away.code !== 'daily')
  await opened.turn()
  assert.equal((await opened.truth('companies'))[0]?.values.name, company.values.name)
})

test('an edit of someone else right after a write is not taken for the echo of the write', async () => {
  const opened = await openTestedCrm(box, tested)
  const [contact] = await opened.truth('contacts')
  assert.ok(contact)
  const crm = watched(opened.name, async (_url, method) => {
    if (method !== 'PATCH') return
    box.pass(3_000)
    await opened.control({ edit: [{ entity: 'contacts', id: contact.id, values: { phone: '+49301' } }] })
  })
  const written = await crm.update('contacts', contact.id, { Title: 'Boss' }, { unmodifiedSince: null })
  assert.deepEqual(written, { id: contact.id, modifiedAt: null })
  const quiet = await opened.crm.update('contacts', contact.id, { Title: 'Chef' }, { unmodifiedSince: null })
  assert.ok(quiet.modifiedAt)
})

test('a deal comes with all its contacts or not at all, and without a day or a stage it gets the usual ones', async () => {
  const opened = await openTestedCrm(box, tested)
  const before = (await opened.truth('deals')).length
  const [one = '', other = ''] = (await opened.truth('contacts')).map(({ id }) => id)
  const made = await opened.crm.create('deals', { Name: 'Roof' }, { companyId: null, contactIds: [one, other, one] })
  const [deal] = await opened.crm.read('deals', [made.id], ['StageName', 'CloseDate'])
  assert.deepEqual(deal?.contactIds, [one, other])
  assert.equal(deal?.values.StageName, 'Appointment scheduled')
  assert.equal(deal?.values.CloseDate, new Date(box.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10))
  await opened.control({ remove: [{ entity: 'contacts', id: other }] })
  const links = { companyId: null, contactIds: [one, other] }
  await failure(opened.crm.create('deals', { Name: 'Door' }, links), 'refused')
  assert.equal((await opened.truth('deals')).length, before + 1)
  const wrong = await failure(opened.crm.create('contacts', { Email: 'no address', LastName: 'X' }, none), 'refused')
  assert.equal(wrong.reason, 'Salesforce says: INVALID_EMAIL_ADDRESS (Email)')
  await failure(opened.crm.update('deals', made.id, { Probability: '5' }, { unmodifiedSince: null }), 'refused')
})

test('every page says how many calls remain, and what a queue owns has no owner', async () => {
  const opened = await openTestedCrm(box, tested)
  const pages = [
    await opened.crm.all('deals', { fields: ['OwnerId'], cursor: null }),
    await opened.crm.changed('deals', { fields: [], cursor: null, since: new Date(0) }),
    await opened.crm.gone('contacts', { since: new Date(0), cursor: null }),
    await opened.crm.ids('contacts', null),
  ]
  const left = pages.map(({ allowance }) => allowance?.remaining ?? 0)
  assert.deepEqual(
    left.map((each) => (left[0] ?? 0) - each),
    [0, 1, 2, 3],
  )
  assert.ok(pages.every(({ allowance }) => allowance && allowance.resetsAt > box.now()))
  const owners = new Set((await opened.crm.owners()).map(({ id }) => id))
  const owned = (pages[0] as Awaited<ReturnType<Crm['all']>>).records.map(({ values }) => values.OwnerId)
  assert.ok(owned.includes(null))
  assert.ok(owned.every((id) => id === null || owners.has(id ?? '')))
})

test('records that are broken are named, and the page goes on', async () => {
  const answered = (records: readonly unknown[]): Crm =>
    salesforceCrm.open({
      ...{ base: 'https://mine.my.salesforce.com', pageBase: '', mode: 'live', now: () => new Date() },
      auth: { kind: 'oauth', token: 't' },
      http: {
        send: async ({ url }) => ({
          ...{ status: 200, headers: {}, isCut: false, url },
          body: Buffer.from(JSON.stringify({ totalSize: records.length, done: true, records })),
        }),
      },
    })
  const good = { Id: '003RO0000035WQgYAM', SystemModstamp: '2026-11-20T09:00:00.000+0000', Amount: 1e-7 }
  const crm = answered([
    good,
    { ...good, Id: 'x' },
    { ...good, SystemModstamp: 'yesterday' },
    { ...good, SystemModstamp: 1763629200000 },
  ])
  const { records, unreadable, next } = await crm.all('contacts', { fields: ['Amount'], cursor: null })
  assert.deepEqual(
    records.map(({ modifiedAt, values }) => [modifiedAt?.toISOString(), values.Amount]),
    [
      ['2026-11-20T09:00:00.000Z', '0.0000001'],
      ['2025-11-20T09:00:00.000Z', '0.0000001'],
    ],
  )
  assert.deepEqual(
    unreadable.map(({ id }) => id),
    ['x', good.Id],
  )
  assert.equal(next, null)
  await failure(answered([{ Id: 7 }]).ids('contacts', null), 'broken')
})

test('texts of queries, times, numbers and truths have the form that the service reads', () => {
  assert.equal(quoted(`O'Brien \\ "x"\n`), `'O\\'Brien \\\\ "x"\\n'`)
  assert.equal(quotedList(['a', 'b']), "('a','b')")
  assert.equal(timeLiteral(new Date('2026-11-27T10:00:00.999Z')), '2026-11-27T10:00:00Z')
  assert.equal(afterKey({ at: 'T', id: 'I' }), "SystemModstamp >= T AND (SystemModstamp > T OR Id > 'I')")
  assert.deepEqual(['Name', 'Region__c', 'a b', '', '1a', 'A.B', 'é'].map(isFieldName), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  assert.deepEqual([1.5, -250, 1e21, 1e-7, true, '', 'x', null, { city: 'Bonn' }].map(asText), [
    '1.5',
    '-250',
    '1000000000000000000000',
    '0.0000001',
    'true',
    null,
    'x',
    null,
    null,
  ])
  assert.equal(asText('2026-11-20T09:00:00.000+0000'), '2026-11-20T09:00:00.000Z')
  for (const value of ['2026-11-20T10:00:00.000+0100', '2026-11-20T09:00:00Z', 1795165200000, '1795165200000'])
    assert.equal(timeIn(value)?.toISOString(), '2026-11-20T09:00:00.000Z', String(value))
  for (const value of ['', 'yesterday', null, undefined, Number.NaN, 1e300]) assert.equal(timeIn(value), null)
  const of = (type: string) => ({ name: 'X__c', type })
  assert.equal(asJson(of('double'), '12.50'), 12.5)
  assert.equal(asJson(of('double'), '1234567890123456.78'), '1234567890123456.78')
  assert.equal(asJson(of('boolean'), 'false'), false)
  assert.equal(asJson(of('string'), '12'), '12')
  assert.equal(asJson(of('string'), null), null)
})
