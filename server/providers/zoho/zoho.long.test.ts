import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import type { Crm, CrmEntity, CrmPage, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { CrmWishes, ShownRecord } from '#sandbox/crm/control.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { zohoCrm } from './port.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
let crm: Crm
let asked: ProviderRequest[] = []
let account = 0
/** What happens before a request leaves. */
let meanwhile: (request: ProviderRequest) => Promise<void> = async () => {}

const openWith = (token: string, kind: 'oauth' | 'key' = 'oauth'): Crm =>
  zohoCrm.open({
    ...{ base: box.address, pageBase: box.address, mode: 'sandbox', now: () => new Date(), auth: { kind, token } },
    http: {
      async send(request) {
        await meanwhile(request)
        asked.push(request)
        return way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
      },
    },
  })
const control = async (wishes: CrmWishes) => {
  const response = await fetch(`${box.address}/sandbox/zoho/_records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wishes),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as { create: string[]; edit: string[]; merge: string[]; remove: string[] }
}
const truth = async (entity: CrmEntity): Promise<ShownRecord[]> => {
  const found: ShownRecord[] = []
  for (;;) {
    const query = new URLSearchParams({ entity, limit: '10000', ...(found.length > 0 && { after: found.at(-1)?.id ?? '' }) })
    const page = (await (await fetch(`${box.address}/sandbox/zoho/_records?${query}`)).json()) as { records: ShownRecord[] }
    found.push(...page.records)
    if (page.records.length < 10_000) return found
  }
}
const pagesOf = async (read: (cursor: string | null) => Promise<CrmPage>) => {
  const records: CrmRecord[] = []
  let [pages, cursor]: [number, string | null] = [0, null]
  do {
    const page = await read(cursor)
    records.push(...page.records)
    assert.deepEqual(page.unreadable, [])
    cursor = page.next
    pages++
  } while (cursor !== null && pages < 200)
  return { records, pages }
}
const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id)
const refusal = async (run: Promise<unknown>): Promise<ProviderError> => {
  const error = await run.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}
const queriesAsked = (): string[] =>
  asked.flatMap(({ body }) => {
    const text = body === undefined ? {} : JSON.parse(String(body))
    return text.select_query === undefined ? [] : [text.select_query as string]
  })

before(async () => {
  box = await startSandbox()
})
beforeEach(async () => {
  await box.turn('zoho')
  crm = openWith(`1000.test-${++account}`)
  await crm.whose()
  asked = []
  meanwhile = async () => {}
})
after(async () => {
  await box.stop()
  await way.destroy()
})

test('a whole read gives each record once, with its values, its company and all contacts of a deal', async () => {
  for (const entity of ['companies', 'contacts', 'deals'] as const) {
    const fields = { companies: ['Account_Name'], contacts: ['Email', 'Last_Name'], deals: ['Deal_Name', 'Amount', 'Stage'] }[
      entity
    ]
    const expected = await truth(entity)
    const { records } = await pagesOf((cursor) => crm.all(entity, { fields, cursor }))
    assert.deepEqual(idsOf(records), idsOf(expected))
    assert.deepEqual(
      records.map(({ companyIds }) => companyIds),
      expected.map(({ companyIds }) => companyIds),
    )
    assert.deepEqual(
      records.map(({ contactIds }) => contactIds),
      expected.map(({ contactIds }) => contactIds),
    )
    const floored = expected.map(({ modifiedAt }) => Math.floor(Date.parse(modifiedAt) / 1_000) * 1_000)
    assert.deepEqual(
      records.map(({ modifiedAt }) => modifiedAt?.getTime()),
      floored,
    )
  }
  const { records } = await pagesOf((cursor) => crm.all('contacts', { fields: ['Email', 'Full_Name'], cursor }))
  assert.deepEqual(
    records.map(({ values }) => values.Email),
    (await truth('contacts')).map(({ values }) => values.email),
  )
  const deals = await crm.all('deals', { fields: ['Amount', 'Stage', 'Owner', 'Pipeline', 'Modified_Time'], cursor: null })
  assert.equal(deals.records[5]?.values.Amount, '-250')
  assert.equal(deals.records[5]?.values.Pipeline, 'Standard')
  assert.match(deals.records[0]?.values.Owner ?? '', /^\d{18}$/)
  assert.match(deals.records[0]?.values.Modified_Time ?? '', /T.*Z$/)
})

test('25,000 records of one time are read whole, by windows that no page token ends', async () => {
  await control({ reseed: { contacts: 25_000, ties: 25_000, companies: 1, deals: 0 } })
  const since = new Date(Date.UTC(2024, 0, 1))
  const all = await pagesOf((cursor) => crm.all('contacts', { fields: ['Email'], cursor }))
  assert.equal(new Set(idsOf(all.records)).size, 25_000)
  assert.equal(all.records.length, 25_000)
  const changed = await pagesOf((cursor) => crm.changed('contacts', { fields: ['Email'], cursor, since }))
  assert.equal(new Set(idsOf(changed.records)).size, 25_000)
  assert.equal(changed.records.length, 25_000)
  assert.equal(await crm.count('contacts'), 25_000)
  const later = await pagesOf((cursor) =>
    crm.changed('contacts', { fields: [], cursor, since: new Date(since.getTime() + 1_000) }),
  )
  assert.deepEqual(later.records, [])
})

test('edits that move records while pages are read lose none and double none', async () => {
  await control({ reseed: { contacts: 9_000, companies: 1, deals: 0 } })
  await box.turn('zoho', { kind: 'edits_during_paging' })
  const all = await pagesOf((cursor) => crm.all('contacts', { fields: ['Email'], cursor }))
  assert.equal(new Set(idsOf(all.records)).size, 9_000)
  assert.equal(all.records.length, 9_000)
  const changed = await pagesOf((cursor) => crm.changed('contacts', { fields: ['Email'], cursor, since: new Date(0) }))
  assert.equal(new Set(idsOf(changed.records)).size, 9_000)
})

test('a deletion while pages are read shifts no other record out of them', async () => {
  await control({ reseed: { contacts: 6_500, companies: 1, deals: 0 } })
  const expected = idsOf(await truth('contacts'))
  let pages = 0
  const { records } = await pagesOf(async (cursor) => {
    if (pages++ > 0) await control({ remove: [{ entity: 'contacts', id: expected[pages] as string }] })
    return crm.all('contacts', { fields: [], cursor })
  })
  assert.deepEqual(idsOf(records), expected)
})

test('more fields than one call takes are asked for in parts, and none holds two states of a record', async () => {
  const added = await fetch(`${box.address}/sandbox/zoho/_fields`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entity: 'contacts', count: 120 }),
  })
  assert.equal(added.status, 200)
  const names = Array.from({ length: 120 }, (_, at) => `Extra_${at + 1}`)
  const state = (text: string) => Object.fromEntries(names.map((name) => [name.toLowerCase(), text]))
  const [third, fourth] = idsOf(await truth('contacts')).slice(2, 4) as [string, string]
  const at = Date.UTC(2025, 0, 1)
  await control({ edit: [{ entity: 'contacts', id: third, values: state('one'), at }] })
  let edits = 0
  meanwhile = async ({ body }) => {
    if (!String(body).includes('Extra_100') || edits++ > 0) return
    await control({
      edit: [{ entity: 'contacts', id: third, values: state('two'), at: at + 5_000 }],
      remove: [{ entity: 'contacts', id: fourth }],
    })
  }
  const page = await crm.all('contacts', { fields: names, cursor: null })
  assert.deepEqual(page.unreadable, [])
  const record = page.records.find(({ id }) => id === third)
  assert.deepEqual(new Set(Object.values(record?.values ?? {})), new Set(['two']))
  assert.equal(Object.keys(record?.values ?? {}).length, 120)
  assert.equal(
    page.records.some(({ id }) => id === fourth),
    false,
  )
  assert.equal(page.records.length, 59)
  for (const query of queriesAsked()) assert.ok((query.split(' from ')[0]?.split(',').length ?? 0) <= 50)
})

test('a record that changes between each two parts is named and left to the next sync', async () => {
  await fetch(`${box.address}/sandbox/zoho/_fields`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entity: 'contacts', count: 60 }),
  })
  const [first] = idsOf(await truth('contacts')) as [string]
  let at = Date.UTC(2025, 0, 1)
  meanwhile = async () => {
    at += 1_000
    await control({ edit: [{ entity: 'contacts', id: first, values: { extra_1: String(at) }, at }] })
  }
  const page = await crm.all('contacts', { fields: Array.from({ length: 60 }, (_, n) => `Extra_${n + 1}`), cursor: null })
  assert.deepEqual(idsOf(page.unreadable), [first])
  assert.equal(page.records.length, 59)
})

test('a field that is not there (any more) is left out, and the others are read', async () => {
  const page = await crm.all('contacts', { fields: ['Email', 'Thrown_Away', "x' or 1"], cursor: null })
  assert.equal(page.records.length, 60)
  assert.deepEqual(Object.keys(page.records[0]?.values ?? {}), ['Email', 'Thrown_Away', "x' or 1"])
  assert.equal(page.records[0]?.values.Thrown_Away, null)
})

test('changes within the second of `since` come, and edits by a minute of ties come once each', async () => {
  const ids = idsOf(await truth('contacts'))
  const at = Date.UTC(2025, 5, 1, 10, 0, 0)
  await control({
    edit: [3, 1, 2].map((n, place) => ({ entity: 'contacts', id: ids[n] as string, at: at + 100 + place * 300 })),
  })
  const { records } = await pagesOf((cursor) => crm.changed('contacts', { fields: [], cursor, since: new Date(at + 900) }))
  assert.deepEqual(idsOf(records), [ids[1], ids[2], ids[3]])
})

test('deleted and merged records are gone, without the winner; counts and ids are those of the live ones', async () => {
  const ids = idsOf(await truth('companies'))
  await control({
    remove: [{ entity: 'companies', id: ids[4] as string }],
    merge: [{ entity: 'companies', winner: ids[0] as string, loser: ids[1] as string }],
  })
  const found = await crm.gone('companies', { since: new Date(Date.now() - 60_000), cursor: null })
  assert.deepEqual(new Set(idsOf(found.gone)), new Set([ids[4], ids[1]]))
  assert.deepEqual(
    found.gone.map(({ mergedInto }) => mergedInto),
    [null, null],
  )
  assert.equal(found.next, null)
  assert.deepEqual((await crm.gone('deals', { since: new Date(0), cursor: null })).gone, [])
  assert.equal(await crm.count('companies'), 18)
  const live = await crm.ids('companies', null)
  assert.deepEqual([...live.ids].sort(), idsOf(await truth('companies')))
  const read = await crm.read('companies', [ids[0] as string, ids[1] as string, '999'], ['Account_Name'])
  assert.deepEqual(idsOf(read), [ids[0]])
})

test('more deleted records than the list shows end it, page by page', async () => {
  await control({ reseed: { contacts: 2_300, companies: 0, deals: 0 } })
  const ids = idsOf(await truth('contacts'))
  await control({ remove: ids.slice(0, 2_250).map((id) => ({ entity: 'contacts', id })) })
  const gone: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Crm['gone']>> = await crm.gone('contacts', { since: new Date(0), cursor })
    gone.push(...idsOf(page.gone))
    cursor = page.next
  } while (cursor !== null)
  assert.equal(new Set(gone).size, 2_000)
  assert.equal((await crm.ids('contacts', null)).ids.length, 50)
})

test('ids come by another way than the records, also those that lists withhold', async () => {
  await control({ reseed: { contacts: 4_500, companies: 0, deals: 0 } })
  await box.turn('zoho', { kind: 'withhold' })
  const expected = idsOf(await truth('contacts'))
  const all = await pagesOf((cursor) => crm.all('contacts', { fields: ['Email'], cursor }))
  const missing = expected.filter((id) => !idsOf(all.records).includes(id))
  assert.deepEqual(missing, [expected[6], expected[12], expected[28]])
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Crm['ids']>> = await crm.ids('contacts', cursor)
    ids.push(...page.ids)
    cursor = page.next
  } while (cursor !== null)
  assert.deepEqual(ids.reverse(), expected)
  assert.deepEqual(idsOf(await crm.read('contacts', missing, ['Email'])), missing)
})

test('the same page for ever shows as the same place to go on from', async () => {
  await box.turn('zoho', { kind: 'same_page' })
  const first = await crm.all('contacts', { fields: [], cursor: null })
  const second = await crm.all('contacts', { fields: [], cursor: first.next })
  assert.notEqual(first.next, null)
  assert.equal(JSON.parse(second.next ?? '').after, JSON.parse(first.next ?? '').after)
  assert.deepEqual(idsOf(second.records), idsOf(first.records))
})

test('stages, owners and fields are those of the account', async () => {
  const stages = await crm.stages()
  assert.deepEqual(
    stages.map(({ name, kind, position }) => [name, kind, position]),
    [
      ['Appointment scheduled', 'open', 0],
      ['Qualified to buy', 'open', 1],
      ['Contract sent', 'open', 2],
      ['Closed won', 'won', 3],
      ['Closed lost', 'lost', 4],
    ],
  )
  const owners = await crm.owners()
  assert.equal(owners.length, 3)
  const deal = (await crm.all('deals', { fields: ['Stage', 'Owner'], cursor: null })).records[0]
  assert.ok(stages.some(({ id }) => id === deal?.values.Stage))
  assert.ok(owners.some(({ id }) => id === deal?.values.Owner))
  const contacts = await crm.fields('contacts')
  const suggested = Object.fromEntries(contacts.flatMap(({ name, suggests }) => (suggests ? [[suggests, name]] : [])))
  assert.deepEqual(suggested, {
    ...{ email: 'Email', phone: 'Phone', first_name: 'First_Name', last_name: 'Last_Name' },
    ...{ job_title: 'Title', linkedin_url: 'LinkedIn' },
  })
  assert.equal(contacts.find(({ name }) => name === 'Full_Name')?.isWritable, false)
  assert.deepEqual(
    contacts.find(({ name }) => name === 'Favourite_Colour')?.options.map(({ value }) => value),
    ['Blue', 'Green', 'Red'],
  )
  assert.equal((await crm.fields('deals')).find(({ name }) => name === 'Stage')?.type, 'stage')
})

test('a write reaches its record and gives the time that it left; one that came between is not overwritten', async () => {
  const [before] = await crm.read('contacts', [idsOf(await truth('contacts'))[0] as string], ['Title'])
  assert.ok(before)
  const written = await crm.update(
    'contacts',
    before.id,
    { Title: 'CTO', Email_Opt_Out: 'true', Languages: 'English;Tamil' },
    { unmodifiedSince: before.modifiedAt },
  )
  const [after] = await crm.read('contacts', [before.id], ['Title', 'Email_Opt_Out', 'Languages'])
  assert.deepEqual(after?.values, { Title: 'CTO', Email_Opt_Out: 'true', Languages: 'English;Tamil' })
  assert.deepEqual(written, { id: before.id, modifiedAt: after?.modifiedAt })
  const late = await refusal(crm.update('contacts', before.id, { Title: 'CFO' }, { unmodifiedSince: before.modifiedAt }))
  assert.equal(late.kind, 'changed')
  await crm.update('contacts', before.id, { Title: null }, { unmodifiedSince: null })
  assert.equal((await crm.read('contacts', [before.id], ['Title']))[0]?.values.Title, null)
  const bodies = asked.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(String(body)))
  for (const body of bodies) assert.deepEqual(body.trigger, [])
})

test('created records stand with their links, a deal in the pipeline of its stage', async () => {
  const [company, contact] = [idsOf(await truth('companies'))[2] as string, idsOf(await truth('contacts'))[2] as string]
  const deal = await crm.create(
    'deals',
    { Deal_Name: 'Roof', Stage: 'Contract sent', Amount: '12.5', Closing_Date: '2027-01-31' },
    { companyId: company, contactIds: [contact] },
  )
  const [read] = await crm.read('deals', [deal.id], ['Deal_Name', 'Stage', 'Amount', 'Pipeline'])
  assert.deepEqual(read?.values, { Deal_Name: 'Roof', Stage: 'Contract sent', Amount: '12.5', Pipeline: 'Standard' })
  assert.deepEqual([read?.companyIds, read?.contactIds], [[company], [contact]])
  const person = await crm.create('contacts', { Last_Name: 'New' }, { companyId: company, contactIds: [] })
  assert.deepEqual((await crm.read('contacts', [person.id], []))[0]?.companyIds, [company])
})

test('Zoho refuses a value that does not fit its field, and Foyer one for a field that is not there', async () => {
  const id = idsOf(await truth('deals'))[0] as string
  const kinds = async (run: Promise<unknown>) => {
    const { kind, code } = await refusal(run)
    return [kind, code]
  }
  const none = { unmodifiedSince: null }
  const nothing = { companyId: null, contactIds: [] }
  assert.deepEqual(await kinds(crm.create('contacts', { First_Name: 'A' }, nothing)), ['refused', 'MANDATORY_NOT_FOUND'])
  assert.deepEqual(await kinds(crm.update('deals', id, { Amount: 'much' }, none)), ['refused', 'INVALID_DATA'])
  assert.deepEqual(await kinds(crm.update('deals', id, { Closing_Date: 'soon' }, none)), ['refused', 'INVALID_DATA'])
  assert.deepEqual(await kinds(crm.update('deals', id, { Nowhere: 'x' }, none)), ['refused', 'INVALID_FIELD'])
  assert.deepEqual(await kinds(crm.update('deals', id, { Modified_Time: 'x' }, none)), ['refused', 'INVALID_FIELD'])
  assert.deepEqual(await kinds(crm.update('deals', '410405000399999999', { Deal_Name: 'x' }, none)), ['refused', 'not_found'])
  await box.turn('zoho', { kind: 'record_locked' })
  assert.deepEqual(await kinds(crm.update('deals', id, { Deal_Name: 'x' }, none)), ['busy', 'RECORD_LOCKED'])
})

test('limits, dead tokens and garbage each have their kind', async () => {
  const failing = async (kind: string) => {
    await box.turn('zoho', { kind })
    return refusal(crm.all('contacts', { fields: [], cursor: null }))
  }
  const day = await failing('daily_limit')
  assert.deepEqual([day.kind, day.code, day.retryAfterMs], ['busy', 'daily', 3_600_000])
  const burst = await failing('burst_limit')
  assert.deepEqual([burst.kind, burst.code, burst.retryAfterMs], ['busy', 'TOO_MANY_REQUESTS', 5_000])
  for (const kind of ['html', 'truncated', 'ok_error_body', 'error_500', 'error_503'])
    assert.equal((await failing(kind)).kind, 'broken', kind)
  const limited = await failing('rate_limited')
  assert.deepEqual([limited.kind, limited.retryAfterMs], ['busy', 1_000])
  await box.turn('zoho')
  assert.equal((await refusal(openWith('1000.expired').whose())).kind, 'dead')
  assert.equal((await refusal(openWith('1000.expired', 'key').whose())).kind, 'credentials')
  await box.turn('zoho', { kind: 'lost', only: 'POST /crm/v8/Contacts' })
  const lost = await refusal(crm.create('contacts', { Last_Name: 'Maybe' }, { companyId: null, contactIds: [] }))
  assert.equal(lost.kind, 'uncertain')
})

test('answers say how many credits remain once half is used, and two tokens of one account are one account', async () => {
  assert.equal((await crm.all('contacts', { fields: [], cursor: null })).allowance, null)
  await box.turn('zoho', { kind: 'half_used' })
  const { allowance } = await crm.all('contacts', { fields: [], cursor: null })
  assert.equal(allowance?.remaining, 24_097)
  const [one, other] = [await openWith('1000.same~1').whose(), await openWith('1000.same~2').whose()]
  assert.deepEqual(one, other)
  assert.notEqual(one.accountId, (await crm.whose()).accountId)
})
