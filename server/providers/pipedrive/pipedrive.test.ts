import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { Crm, CrmEntity, CrmPage, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { CrmWishes, ShownRecord } from '#sandbox/crm/control.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { pipedriveCrm } from './port.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
let calls: string[] = []
const key = '0123456789abcdef0123456789abcdef01234567'

const openCrm = (token = key, kind: 'key' | 'oauth' = 'key'): Crm =>
  pipedriveCrm.open({
    ...{ base: `${box.address}/sandbox/pipedrive`, pageBase: '', mode: 'sandbox', now: () => new Date() },
    auth: { kind, token },
    http: {
      send: (request) => {
        calls.push(`${request.method} ${request.url.slice(box.address.length)}`)
        return way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
      },
    },
  })

const control = async (wishes: CrmWishes): Promise<{ create: string[] }> => {
  const response = await fetch(`${box.address}/sandbox/pipedrive/_records`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wishes) },
  })
  assert.equal(response.status, 200)
  return (await response.json()) as { create: string[] }
}
const truth = async (entity: CrmEntity): Promise<readonly ShownRecord[]> => {
  const response = await fetch(`${box.address}/sandbox/pipedrive/_records?entity=${entity}&limit=10000`)
  return ((await response.json()) as { records: ShownRecord[] }).records
}
/** A call of Pipedrive’s own API. */
const api = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${box.address}/sandbox/pipedrive${path}`, {
    method,
    headers: { 'x-api-token': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answered = (await response.json()) as { data: Record<string, unknown>; error?: string }
  if (!response.ok) throw new Error(`${response.status} ${answered.error}`)
  return answered.data
}
type Turn = (cursor: string | null) => Promise<CrmPage>
const readPages = async (turn: Turn): Promise<{ records: CrmRecord[]; pages: number }> => {
  const records: CrmRecord[] = []
  let cursor: string | null = null
  for (let pages = 1; ; pages++) {
    const page: CrmPage = await turn(cursor)
    assert.ok((page.next ?? '').length <= 2_000)
    records.push(...page.records)
    cursor = page.next
    if (cursor === null) return { records, pages }
  }
}
const readAll = async (crm: Crm, entity: CrmEntity, fields: readonly string[] = []) =>
  (await readPages((cursor) => crm.all(entity, { fields, cursor }))).records
const readChanged = async (crm: Crm, entity: CrmEntity, since: Date, fields: readonly string[] = []) =>
  (await readPages((cursor) => crm.changed(entity, { fields, cursor, since }))).records
const readGone = async (crm: Crm, entity: CrmEntity, since: Date): Promise<string[]> => {
  const found: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await crm.gone(entity, { since, cursor })
    found.push(...page.gone.map(({ id }) => id))
    cursor = page.next
    if (cursor === null) return found
  }
}
const readIds = async (crm: Crm, entity: CrmEntity): Promise<string[]> => {
  const found: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await crm.ids(entity, cursor)
    found.push(...page.ids)
    cursor = page.next
    if (cursor === null) return found
  }
}
const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id).sort()
const keyOf = async (crm: Crm, entity: CrmEntity, label: string): Promise<string> => {
  const found = (await crm.fields(entity)).find((field) => field.label === label)
  assert.ok(found, label)
  return found.name
}
const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

before(async () => {
  box = await startSandbox()
})
beforeEach(async () => {
  await box.turn('pipedrive')
  await openCrm().whose()
  await control({ reseed: {} })
  calls = []
})
after(() => box.stop())

test('a whole run reads each record once, archived deals after the others, and as many as ids and the count say', async () => {
  const crm = openCrm()
  await control({ reseed: { companies: 1_203, contacts: 1_501, deals: 1_100, ties: 400 } })
  for (const entity of ['companies', 'contacts', 'deals'] as const) {
    const all = idsOf(await readAll(crm, entity))
    assert.deepEqual(all, idsOf(await truth(entity)), entity)
    assert.equal(new Set(all).size, all.length)
    assert.deepEqual((await readIds(crm, entity)).sort(), all)
  }
  assert.equal(await crm.count('deals'), 1_100)
  assert.equal(await crm.count('contacts'), null)
  assert.ok(calls.some((call) => call.includes('/deals/archived?')))
})

test('changes of one second are all read, however many, and the second of since is included', async () => {
  const crm = openCrm()
  const startsAt = Date.UTC(2026, 5, 1, 12, 0, 10)
  await control({ reseed: { contacts: 3_100, deals: 1_500, ties: 2_900, stepMs: 1_000, startsAt } })
  const since = new Date(startsAt + 700)
  assert.equal((await readChanged(crm, 'contacts', since)).length, 3_100)
  assert.equal((await readChanged(crm, 'contacts', new Date(startsAt + 1_000))).length, 200)
  assert.equal((await readChanged(crm, 'deals', since)).length, 1_500)
  assert.ok(calls.every((call) => !/updated_since=[^&]*\.\d/.test(decodeURIComponent(call))))
})

test('where Pipedrive takes no earlier cursor, lists go on: all give each record once, changes miss none', async () => {
  const crm = openCrm()
  await control({ reseed: { companies: 1_700, deals: 1_600, ties: 300, stepMs: 1_000 } })
  const losing = async (turn: Turn): Promise<string[]> => {
    let asked = 0
    const { records } = await readPages(async (cursor) => {
      await box.turn('pipedrive', [1, 4].includes(asked++) ? { kind: 'lost_cursors', times: 1 } : {})
      return turn(cursor)
    })
    return records.map(({ id }) => id)
  }
  for (const entity of ['companies', 'deals'] as const) {
    const expected = idsOf(await truth(entity))
    assert.deepEqual((await losing((cursor) => crm.all(entity, { fields: [], cursor }))).sort(), expected)
    const changed = await losing((cursor) => crm.changed(entity, { fields: [], cursor, since: new Date(0) }))
    assert.deepEqual([...new Set(changed)].sort(), expected)
    assert.ok(changed.length > expected.length)
  }
  let cursor: string | null = null
  const ids: string[] = []
  for (let at = 0; at === 0 || cursor !== null; at++) {
    await box.turn('pipedrive', at === 2 ? { kind: 'lost_cursors', times: 1 } : {})
    const page = await crm.ids('companies', cursor)
    ids.push(...page.ids)
    cursor = page.next
  }
  assert.deepEqual(ids.sort(), idsOf(await truth('companies')))
})

test('on the way back to a place that was lost, pages say so; where it is lost again and again they are plain empty ones', async () => {
  const crm = openCrm()
  await control({ reseed: { contacts: 1_700 } })
  const wish = (cursor: string | null) => ({ fields: [], cursor })
  const first = await crm.all('contacts', wish(null))
  const second = await crm.all('contacts', wish(first.next))
  await box.turn('pipedrive', { kind: 'lost_cursors', times: 1 })
  const back = await crm.all('contacts', wish(second.next))
  assert.deepEqual([back.records.length, back.isPassing], [0, true])
  const further = await crm.all('contacts', wish(back.next))
  assert.deepEqual([further.records.length, further.isPassing], [0, true])
  const there = await crm.all('contacts', wish(further.next))
  assert.deepEqual([there.records[0]?.id, there.isPassing], ['1001', false])
  await box.turn('pipedrive', { kind: 'lost_cursors' })
  const passing: (boolean | undefined)[] = []
  for (let cursor = second.next; passing.length < 6; ) {
    const page = await crm.all('contacts', wish(cursor))
    passing.push(page.isPassing)
    cursor = page.next
  }
  assert.deepEqual(passing, [true, true, true, false, false, false])
  await box.turn('pipedrive')
})

test('edits during paging neither lose nor double a record of a whole run, and changes give them all', async () => {
  const crm = openCrm()
  await control({ reseed: { contacts: 2_600 } })
  await box.turn('pipedrive', { kind: 'edits_during_paging' })
  const begun = new Date()
  const all = idsOf(await readAll(crm, 'contacts'))
  assert.equal(all.length, 2_600)
  assert.equal(new Set(all).size, 2_600)
  await box.turn('pipedrive')
  const edited = (await truth('contacts')).filter(({ modifiedAt }) => modifiedAt >= begun.toISOString())
  assert.ok(edited.length >= 10)
  const changed = new Set(idsOf(await readChanged(crm, 'contacts', begun)))
  assert.deepEqual(
    edited.filter(({ id }) => !changed.has(id)),
    [],
  )
})

test('withheld records are missing in a whole run, and found by ids and by reading', async () => {
  const crm = openCrm()
  await box.turn('pipedrive', { kind: 'withhold' })
  const all = new Set(idsOf(await readAll(crm, 'contacts')))
  const missing = (await readIds(crm, 'contacts')).filter((id) => !all.has(id))
  assert.deepEqual(missing.sort(), ['13', '29', '7'])
  assert.equal((await crm.read('contacts', missing, [])).length, 3)
})

test('a list that gives the same page forever gives the same place as well', async () => {
  const crm = openCrm()
  await control({ reseed: { contacts: 1_200 } })
  await box.turn('pipedrive', { kind: 'same_page' })
  const one = await crm.all('contacts', { fields: [], cursor: null })
  const two = await crm.all('contacts', { fields: [], cursor: one.next })
  assert.deepEqual([idsOf(two.records), two.next], [idsOf(one.records), one.next])
})

test('deleted and merged records are gone: deals by their status, persons and organizations by recents', async () => {
  const crm = openCrm()
  await control({ reseed: { contacts: 700, companies: 30, deals: 30 } })
  const since = new Date()
  await control({
    remove: [
      ...Array.from({ length: 130 }, (_, at) => ({ entity: 'contacts' as const, id: String(at + 1) })),
      ...[4, 13].map((id) => ({ entity: 'deals' as const, id: String(id) })),
    ],
    edit: Array.from({ length: 500 }, (_, at) => ({
      entity: 'contacts' as const,
      id: String(at + 131),
      values: { title: 'x' },
    })),
    merge: [{ entity: 'companies', winner: '2', loser: '5' }],
  })
  const contacts = new Set(await readGone(crm, 'contacts', since))
  assert.deepEqual(
    [...contacts].map(Number).sort((a, b) => a - b),
    Array.from({ length: 130 }, (_, at) => at + 1),
  )
  assert.deepEqual(await readGone(crm, 'companies', since), ['5'])
  assert.deepEqual((await readGone(crm, 'deals', since)).sort(), ['13', '4'])
  assert.deepEqual(
    await crm.gone('companies', { since: new Date(Date.now() + 2_000), cursor: null }).then(({ gone }) => gone),
    [],
  )
  assert.equal(await crm.count('deals'), 28)
  assert.deepEqual(idsOf(await crm.read('companies', ['2', '5', '99999', 'x'], [])), ['2'])
})

test('a person has a main address and others, a job title, an organization, and values of every type by their keys', async () => {
  const crm = openCrm()
  const fields = await crm.fields('contacts')
  const named = (label: string) => fields.find((field) => field.label === label)
  assert.equal(named('Email')?.suggests, 'email')
  assert.equal(named('Name')?.suggests, 'full_name')
  assert.equal(named('First name')?.isWritable, false)
  assert.equal(named('LinkedIn')?.suggests, null)
  assert.equal(named('Created')?.type, 'time')
  const colour = named('Favourite colour')
  assert.ok(colour?.isCustom && colour.type === 'choice')
  assert.match(colour.name, /^[0-9a-f]{40}$/)
  const end = named('Contract end')
  assert.ok(end)
  const asked = ['emails', 'emails.others', 'name', 'job_title', 'add_time', 'open_deals_count', colour.name, end.name]
  const [person] = await crm.read('contacts', ['20'], asked)
  const real = (await truth('contacts')).find(({ id }) => id === '20')
  assert.ok(person && real)
  assert.equal(person.values.emails, real.values.email)
  assert.equal(person.values['emails.others'], 'private20@home.example')
  assert.equal(person.values.job_title ?? null, real.values.title)
  assert.match(person.values.add_time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
  assert.equal(person.values.open_deals_count, '0')
  assert.deepEqual(person.companyIds, real.companyIds)
  const label = colour.options.find(({ value }) => value === person.values[colour.name])?.label
  assert.equal(label, real.values.favourite_colour)
  const all = await readAll(crm, 'contacts', [end.name])
  for (const { id, values } of await truth('contacts'))
    assert.equal(all.find((each) => each.id === id)?.values[end.name] ?? null, values.contract_end ?? null)
})

test('won and lost deals stand in stages of their own, one of each in every pipeline', async () => {
  const crm = openCrm()
  const stages = await crm.stages()
  assert.deepEqual(
    stages.map(({ id, pipelineId, position, kind }) => [id, pipelineId, position, kind]),
    [
      ...[
        ['1', '1', 0, 'open'],
        ['2', '1', 1, 'open'],
        ['3', '1', 2, 'open'],
        ['won:1', '1', 3, 'won'],
        ['lost:1', '1', 4, 'lost'],
      ],
      ...[
        ['4', '2', 0, 'open'],
        ['5', '2', 1, 'open'],
        ['won:2', '2', 2, 'won'],
        ['lost:2', '2', 3, 'lost'],
      ],
    ],
  )
  const deals = await readAll(crm, 'deals', ['stage_id', 'value', 'currency', 'owner_id'])
  for (const { id, values, companyIds, contactIds } of await truth('deals')) {
    const deal = deals.find((each) => each.id === id)
    assert.ok(deal)
    const kind = stages.find((stage) => stage.id === deal.values.stage_id)?.kind
    assert.equal(kind, values.stageId === 'won' || values.stageId === 'lost' ? values.stageId : 'open')
    assert.equal(Number(deal.values.value ?? Number.NaN), Number(values.amount ?? Number.NaN))
    assert.equal(deal.values.currency, values.currency)
    assert.equal(deal.values.owner_id, values.ownerId)
    assert.deepEqual([deal.companyIds, deal.contactIds.toSorted()], [companyIds.slice(0, 1), contactIds.toSorted()])
    assert.equal(deal.contactIds[0], contactIds[0], 'the main person is the first')
  }
  assert.deepEqual(
    (await crm.owners()).map(({ name }) => name),
    ['Ada Berg', 'Jonas Keller', 'Mina Sato'],
  )
})

/** Calls since the last look: lists of deals, and of the persons of one. */
const counted = () => {
  const found = [/\/deals(\/archived)?\?/, /\/persons\?deal_id=/].map((path) => calls.filter((call) => path.test(call)).length)
  calls = []
  return found
}

test('a deal with further people costs one call more and others none: in a page, by changes and by ids', async () => {
  const crm = openCrm()
  const deals = await truth('deals')
  const many = deals.filter(({ contactIds }) => contactIds.length > 1).length
  assert.ok(many > 0 && many < deals.length)
  assert.equal((await readAll(crm, 'deals')).length, deals.length)
  assert.deepEqual(counted(), [2, many], 'the list of the live and that of the archived')
  assert.equal((await readChanged(crm, 'deals', new Date(0))).length, deals.length)
  assert.deepEqual(counted(), [2, many])
  const ten = deals.find(({ contactIds }) => contactIds.length === 10)
  const [read] = await crm.read('deals', [ten?.id ?? ''], [])
  assert.deepEqual([read?.contactIds[0], read?.contactIds.length], [ten?.contactIds[0], 10])
  await control({ edit: [{ entity: 'deals', id: ten?.id ?? '', contactIds: ten?.contactIds.slice(3, 5) ?? [] }] })
  assert.deepEqual((await crm.read('deals', [ten?.id ?? ''], []))[0]?.contactIds, ten?.contactIds.slice(3, 5))
  calls = []
  await crm.all('deals', { fields: ['title'], cursor: null, valuesOnly: true })
  await readIds(crm, 'deals')
  await readGone(crm, 'deals', new Date(0))
  assert.equal(counted()[1], 0)
})

test('no page asks for the people of more than a hundred deals: where more have some, pages become smaller, and none is missed', async () => {
  const crm = openCrm()
  await control({ reseed: { contacts: 20, companies: 0, deals: 1_300 } })
  await control({
    edit: Array.from({ length: 650 }, (_, at) => ({ entity: 'deals' as const, id: String(601 + at), contactIds: ['3', '5'] })),
  })
  const two = (records: readonly { readonly contactIds: readonly string[] }[]) =>
    records.filter(({ contactIds }) => contactIds.length > 1).length
  const all = (await truth('deals')).length
  for (const turn of [
    (cursor: string | null) => crm.all('deals', { fields: [], cursor }),
    (cursor: string | null) => crm.changed('deals', { fields: [], cursor, since: new Date(0) }),
  ]) {
    const most: number[] = []
    calls = []
    const { records } = await readPages(async (cursor) => {
      const page = await turn(cursor)
      most.push(counted()[1] ?? 0)
      return page
    })
    assert.deepEqual([new Set(idsOf(records)).size, records.length], [all, all])
    assert.equal(two(records), two(await truth('deals')))
    assert.ok(Math.max(...most) <= 100 && Math.max(...most) > 50, String(most))
  }
})

test('people of deals are asked for no faster than leaves the other tools of the smallest plan half of each two seconds', async () => {
  const crm = openCrm('ace0ace0ace0ace0ace0ace0ace0ace0ace0ace0')
  await crm.whose()
  await control({ reseed: { contacts: 20, companies: 0, deals: 60 } })
  await control({
    edit: Array.from({ length: 25 }, (_, at) => ({ entity: 'deals' as const, id: String(1 + at), contactIds: ['3', '5'] })),
  })
  await box.turn('pipedrive', { kind: 'counted_limits' })
  const { records } = await crm.all('deals', { fields: [], cursor: null })
  assert.ok(records.filter(({ contactIds }) => contactIds.length === 2).length >= 20)
})

test('a deal is moved, won, lost, opened again and moved to another pipeline by its stage', async () => {
  const crm = openCrm()
  const { id } = await crm.create(
    'deals',
    { title: 'Roof', value: '12.5', currency: 'EUR', stage_id: '2' },
    { companyId: '1', contactIds: ['2', '3'] },
  )
  const look = async () => (await crm.read('deals', [id], ['stage_id', 'value', 'status']))[0]
  const set = (stage: string) => crm.update('deals', id, { stage_id: stage }, { unmodifiedSince: null })
  const first = await look()
  assert.deepEqual(first?.values, { stage_id: '2', value: '12.5', status: 'open' })
  assert.deepEqual([first?.companyIds, first?.contactIds], [['1'], ['2']])
  for (const stage of ['won:1', 'lost:1', '3', 'won:2', 'won:1', '5', '1']) {
    await set(stage)
    assert.equal((await look())?.values.stage_id, stage)
  }
  calls = []
  await set('1')
  assert.ok(!calls.some((call) => call.startsWith('PATCH')))
  assert.equal((await errorOf(set('77'))).kind, 'refused')
})

test('a new main address takes the place of the old one, and what stands beside it stays', async () => {
  const crm = openCrm()
  const addresses = async () =>
    ((await api('GET', '/api/v2/persons/20')).emails as { value: string; primary: boolean }[]).map(
      ({ value, primary }) => `${value}${primary ? '*' : ''}`,
    )
  const set = (emails: string | null) => crm.update('contacts', '20', { emails }, { unmodifiedSince: null })
  await set('new@x.example')
  assert.deepEqual(await addresses(), ['new@x.example*', 'private20@home.example'])
  await set('private20@home.example')
  assert.deepEqual(await addresses(), ['private20@home.example*', 'new@x.example'])
  await set(null)
  assert.deepEqual(await addresses(), ['new@x.example*'])
  await set(null)
  assert.deepEqual(await addresses(), [])
  await crm.update('contacts', '20', { phones: '+49301' }, { unmodifiedSince: null })
  const [person] = await crm.read('contacts', ['20'], ['emails', 'phones', 'phones.others'])
  assert.deepEqual(person?.values, { emails: null, phones: '+49301', 'phones.others': null })
})

test('values are written in the types that their fields have, and read back as they were given', async () => {
  const crm = openCrm()
  const keys = Object.fromEntries(
    await Promise.all(
      ['Budget', 'Warranty', 'Building site', 'How they heard of us'].map(async (label) => [
        label,
        await keyOf(crm, 'deals', label),
      ]),
    ),
  ) as Record<string, string>
  const values: Record<string, string | null> = {
    ...{ title: 'Roof', value: '-50', expected_close_date: '2026-12-01', owner_id: '2', probability: '40' },
    [`${keys.Budget}`]: '100.5',
    [`${keys.Budget}.currency`]: 'USD',
    [`${keys.Warranty}`]: '2026-01-01',
    [`${keys.Warranty}.until`]: '2028-01-01',
    [`${keys['Building site']}`]: 'Hafenstraße 1, Hamburg',
    [`${keys['How they heard of us']}`]: 'By word of mouth',
  }
  const { id } = await crm.create('deals', values, { companyId: null, contactIds: [] })
  const look = async () => (await crm.read('deals', [id], Object.keys(values)))[0]?.values
  assert.deepEqual(await look(), values)
  await crm.update('deals', id, { [`${keys.Budget}`]: '7', [`${keys.Warranty}`]: null }, { unmodifiedSince: null })
  const later = await look()
  assert.equal(later?.[`${keys.Budget}`], '7')
  assert.equal(later?.[`${keys.Budget}.currency`], 'USD')
  assert.equal(later?.[`${keys.Warranty}.until`], null)

  const interests = (await crm.fields('contacts')).find(({ label }) => label === 'Interests')
  const colour = (await crm.fields('contacts')).find(({ label }) => label === 'Favourite colour')
  assert.ok(interests && colour)
  const two = interests.options
    .slice(0, 2)
    .map(({ value }) => value)
    .join(';')
  const chosen = { [interests.name]: two, [colour.name]: colour.options[2]?.value ?? '' }
  await crm.update('contacts', '3', { ...chosen, name: 'Lí Rao', job_title: null }, { unmodifiedSince: null })
  const [person] = await crm.read('contacts', ['3'], [interests.name, colour.name, 'name', 'first_name', 'job_title'])
  assert.deepEqual(person?.values, { ...chosen, name: 'Lí Rao', first_name: 'Lí', job_title: null })
  for (const wrong of [{ value: 'a lot' }, { nothing: '1' }, { title: null }, { status: 'won' }, { value: null }] as const)
    assert.equal(
      (await errorOf(crm.update('deals', id, wrong, { unmodifiedSince: null }))).kind,
      'refused',
      JSON.stringify(wrong),
    )
})

test('a record that was changed meanwhile is not written, one that was deleted is not found, and an echo is known', async () => {
  const crm = openCrm()
  const [seen] = await crm.read('companies', ['3'], [])
  assert.ok(seen?.modifiedAt)
  await control({ edit: [{ entity: 'companies', id: '3', values: { city: 'Bonn' } }] })
  const guard = { unmodifiedSince: seen.modifiedAt }
  assert.equal((await errorOf(crm.update('companies', '3', { name: 'New' }, guard))).kind, 'changed')
  const [now] = await crm.read('companies', ['3'], ['name'])
  assert.notEqual(now?.values.name, 'New')
  const written = await crm.update(
    'companies',
    '3',
    { name: 'New', website: null },
    { unmodifiedSince: now?.modifiedAt ?? null },
  )
  const [after] = await crm.read('companies', ['3'], ['name', 'website', 'address.locality'])
  assert.deepEqual(after?.values, { name: 'New', website: null, 'address.locality': 'Bonn' })
  assert.deepEqual(after?.modifiedAt, written.modifiedAt)
  await control({ remove: [{ entity: 'companies', id: '3' }] })
  const gone = await errorOf(crm.update('companies', '3', { name: 'x' }, { unmodifiedSince: null }))
  assert.deepEqual([gone.kind, gone.code], ['refused', 'not_found'])
})

test('a merge by Pipedrive’s own call leaves the other one, which has what was empty', async () => {
  const crm = openCrm()
  const since = new Date()
  await api('PUT', '/v1/persons/8/merge', { merge_with_id: 9 })
  assert.deepEqual(idsOf(await crm.read('contacts', ['8', '9'], [])), ['9'])
  assert.deepEqual((await crm.gone('contacts', { since, cursor: null })).gone, [{ id: '8', mergedInto: null }])
})

test('each failure has its kind: limits with their wait, the edge, tokens, rights, and answers that are none', async () => {
  const crm = openCrm()
  const ask = (of = crm) => errorOf(of.all('contacts', { fields: [], cursor: null }))
  const under = async (kind: string) => {
    await box.turn('pipedrive', { kind })
    return ask()
  }
  const burst = await under('burst_limit')
  assert.deepEqual([burst.kind, burst.code, burst.retryAfterMs], ['busy', null, 2_000])
  const daily = await under('daily_limit')
  assert.deepEqual([daily.kind, daily.code], ['busy', 'daily'])
  const midnight = Date.now() + (daily.retryAfterMs ?? 0)
  assert.ok(Math.abs(midnight - Math.ceil(Date.now() / 86_400_000) * 86_400_000) < 5_000)
  const edge = await under('edge_block')
  assert.deepEqual([edge.kind, edge.retryAfterMs], ['busy', 60_000])
  assert.equal((await under('rate_limited')).retryAfterMs, 1_000)
  for (const kind of ['truncated', 'html', 'ok_error_body', 'error_500', 'error_503'])
    assert.equal((await under(kind)).kind, 'broken', kind)
  await box.turn('pipedrive', { kind: 'error_500' })
  assert.equal((await errorOf(crm.create('companies', { name: 'x' }, { companyId: null, contactIds: [] }))).kind, 'broken')
  await box.turn('pipedrive', { kind: 'lost', only: 'POST /api' })
  assert.equal((await errorOf(crm.create('companies', { name: 'x' }, { companyId: null, contactIds: [] }))).kind, 'uncertain')
  await box.turn('pipedrive')
  assert.equal((await ask(openCrm('expired-0123456789abcdef'))).kind, 'credentials')
  assert.equal((await ask(openCrm('expired-0123456789abcdef', 'oauth'))).kind, 'dead')
  const unread = await errorOf(crm.all('contacts', { fields: [], cursor: 'nonsense' }))
  assert.deepEqual([unread.kind, unread.code], ['refused', 'place'])
})

test('an allowance is of the window with the smaller share left, and the day is counted on where its headers are missing', async () => {
  const crm = openCrm(`${key}~limits`)
  const left = async () => (await crm.all('companies', { fields: [], cursor: null })).allowance
  assert.equal(await left(), null)
  await box.turn('pipedrive', { kind: 'counted_limits' })
  assert.equal((await left())?.remaining, 19)
  await box.turn('pipedrive')
  assert.equal((await left())?.remaining, 2_998)
  assert.equal((await left())?.remaining, 2_997)
  await box.turn('pipedrive', { kind: 'counted_limits' })
  for (let more = 0; more < 25; more++) await left().catch(() => null)
  const last = await errorOf(left())
  assert.equal(last.kind, 'busy')
})

test('tokens of one company share its records, those of another do not; whose they are is said by its number', async () => {
  const [one, two, other] = [
    openCrm(`${key}~1`),
    openCrm(`${key}~2`, 'oauth'),
    openCrm('fedcba9876543210fedcba9876543210fedcba98'),
  ]
  const whose = await one.whose()
  assert.deepEqual(await two.whose(), whose)
  assert.notEqual((await other.whose()).accountId, whose.accountId)
  const { id } = await one.create('companies', { name: 'Ours' }, { companyId: null, contactIds: [] })
  assert.equal((await two.read('companies', [id], [])).length, 1)
  assert.equal((await other.read('companies', [id], [])).length, 0)
})
