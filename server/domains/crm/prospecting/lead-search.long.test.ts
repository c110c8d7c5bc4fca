import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { openProspects, peopleIn } from '#test/support/apollo.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

/** The dial of the sandbox is turned here, which others would feel. */
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})
afterEach(() => openProspects(app, app.owner).turn())

const openNew = async () => {
  const owner = await app.given.organization()
  return { owner, apollo: openProspects(app, owner) }
}
/** Ids of people of whom there is something to be found, in the order of the search. */
const findable = async ({ apollo }: Awaited<ReturnType<typeof openNew>>, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let page = 1; ids.length < count; page++)
    for (const { id, has_email } of await apollo.found({ keywords: 'germany' }, page))
      if (has_email && Number.parseInt(id.slice(4), 16) % 17 !== 16) ids.push(id)
  return ids.slice(0, count)
}
const leadsOf = async (somebody: Someone): Promise<number> =>
  Number((await app.call('list-leads', {}, somebody)).body.total ?? 0)

test('a search shows people with masked names and no address, page by page, and costs nothing', async () => {
  const { owner, apollo } = await openNew()
  const { status, body } = await apollo.search({ titles: ['owner'], locations: ['Berlin, Germany'] })
  assert.equal(status, 200, JSON.stringify(body))
  const people = peopleIn({ body })
  assert.ok(people.length > 0 && Number(body.total) >= people.length)
  assert.deepEqual(Object.keys(people[0] ?? {}).sort(), ['company', 'has_email', 'id', 'name', 'state', 'title'])
  assert.ok(people.some(({ name }) => /\*\*\*/.test(name ?? '')))
  assert.doesNotMatch(JSON.stringify(people), /@/)

  const [first, second] = [await apollo.found({ keywords: 'Germany' }), await apollo.found({ keywords: 'Germany' }, 2)]
  assert.equal(first.length, 25)
  assert.equal(new Set([...first, ...second].map(({ id }) => id)).size, first.length + second.length)
  assert.deepEqual((await apollo.budget()).spent, 0)
  assert.equal(await leadsOf(owner), 0)
})

test('an admin may search and a member may not, at the gateway and at the address of the function', async () => {
  const { owner } = await openNew()
  const [admin, member] = [await app.given.person(owner.orgId, 'admin'), await app.given.person(owner.orgId, 'member')]
  const ask = (token: string) =>
    fetch(`${app.url}/functions/v1/lead-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ filters: { domains: ['https://www.northside-tiles.example/about'] } }),
    })
  const answer = await ask(admin.token)
  assert.equal(answer.status, 200)
  assert.ok(((await answer.json()) as { total: number }).total > 0)
  assert.equal((await ask(member.token)).status, 403)
  assert.equal((await app.call('set-prospecting-budget', { monthlyCredits: 5 }, admin)).status, 403)
})

test('a workspace pays for each person once in 90 days, and the budget counts what was paid', async () => {
  const given = await openNew()
  const { apollo, owner } = given
  const ids = await findable(given, 12)
  const dry = await apollo.enrich(ids, { dryRun: true })
  assert.deepEqual([dry.body.credits, (await apollo.asked()).length], [12, 0])

  const first = await apollo.enrich([...ids, ...ids.slice(0, 3)])
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual([first.body.credits, first.body.stopped], [12, null])
  assert.ok(peopleIn(first).every(({ state, email }) => state === 'found' && email?.includes('@')))
  assert.deepEqual((await apollo.asked()).map(({ ids: asked }) => asked.length).sort(), [10, 2].sort())

  const second = await apollo.enrich(ids)
  assert.deepEqual([second.body.credits, (await apollo.asked()).length], [0, 2])
  assert.deepEqual(peopleIn(second), peopleIn(first))
  const { spent, reserved, left } = await apollo.budget()
  assert.deepEqual([spent, reserved, left], [12, 0, 88])

  // The data is sealed in the database, and in no log.
  const email = peopleIn(first)[0]?.email as string
  const rows = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('prospects').selectAll().execute())
  assert.ok(!JSON.stringify(rows).includes(email) && !app.logged().includes(email))

  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('prospects')
      .set({ asked_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('their_id', '=', ids[0] as string)
      .execute(),
  )
  assert.equal((await apollo.enrich(ids)).body.credits, 1)
})

test('a person who is asked for twice at once is asked for once, and both callers get the answer', async () => {
  const given = await openNew()
  const { apollo } = given
  const ids = await findable(given, 4)
  await apollo.turn({ latencyMs: 400, only: 'bulk_match' })
  const answers = await Promise.all([apollo.enrich(ids), apollo.enrich(ids.toReversed()), apollo.enrich(ids.slice(1))])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(
    answers.reduce((sum, { body }) => sum + Number(body.credits), 0),
    4,
  )
  assert.ok(answers.every((answer) => peopleIn(answer).every(({ state }) => state === 'found')))
  assert.equal((await apollo.asked()).flatMap(({ ids: asked }) => asked).length, 4)
})

test('a person of whom nothing is found costs nothing, and is not asked for again', async () => {
  const { apollo } = await openNew()
  const gone: string[] = []
  for (let page = 1; gone.length === 0; page++)
    for (const { id } of await apollo.found({ keywords: 'germany' }, page))
      if (Number.parseInt(id.slice(4), 16) % 17 === 16) gone.push(id)
  const first = await apollo.enrich(gone)
  assert.deepEqual([first.body.credits, peopleIn(first)[0]?.state], [0, 'nothing'])
  await apollo.enrich(gone)
  assert.equal((await apollo.asked()).length, 1)
  assert.equal((await apollo.take(gone)).body.code, 'prospect_without_address')
})

test('a budget refuses before anything is asked: of many at once only what fits is spent', async () => {
  const given = await openNew()
  const { apollo } = given
  const ids = await findable(given, 20)
  assert.equal((await apollo.setBudget(0)).status, 200)
  const none = await apollo.enrich(ids.slice(0, 1))
  assert.deepEqual([none.status, none.body.code, none.body.left], [402, 'prospecting_budget_exhausted', 0])
  await apollo.setBudget(7)
  const answers = await Promise.all([0, 4, 8, 12].map((at) => apollo.enrich(ids.slice(at, at + 4))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 402, 402, 402])
  const { spent, left } = await apollo.budget()
  assert.deepEqual([spent, left], [4, 3])
  const agreed = await apollo.enrich(ids.slice(16, 18), { mostCredits: 1 })
  assert.deepEqual([agreed.status, agreed.body.code, agreed.body.credits], [409, 'prospecting_costs_more', 2])
})

test('credits that end within a call keep what was paid for and charge nothing else', async () => {
  const given = await openNew()
  const { apollo } = given
  const ids = await findable(given, 25)
  await apollo.setCredits(13)
  const cut = await apollo.enrich(ids)
  assert.equal(cut.status, 200, JSON.stringify(cut.body))
  assert.deepEqual(
    [cut.body.credits, (cut.body.stopped as unknown as { code: string }).code],
    [13, 'prospecting_out_of_credits'],
  )
  assert.deepEqual(
    ['found', 'not_asked', 'nothing'].map((state) => peopleIn(cut).filter((each) => each.state === state).length),
    [13, 12, 0],
  )
  const out = await apollo.enrich(ids.slice(20))
  assert.deepEqual([out.status, out.body.code], [402, 'prospecting_out_of_credits'])
  assert.deepEqual([(await apollo.budget()).spent, (await apollo.budget()).reserved], [13, 0])
  await apollo.setCredits(100)
  assert.equal((await apollo.enrich(ids)).body.credits, 12)
})

test('an answer that is lost, HTML or too short leaves people unknown: they count as paid and are not asked for by themselves', async () => {
  for (const kind of ['lost', 'html', 'short_matches', 'error_500']) {
    const given = await openNew()
    const { apollo } = given
    const ids = await findable(given, 3)
    await apollo.turn({ kind, only: 'bulk_match' })
    const cut = await apollo.enrich(ids)
    assert.equal(cut.status, 200, `${kind}: ${JSON.stringify(cut.body)}`)
    assert.deepEqual([...new Set(peopleIn(cut).map(({ state }) => state))], ['unknown'], kind)
    assert.deepEqual([cut.body.credits, (await apollo.budget()).spent], [3, 3], kind)
    await apollo.turn()
    assert.deepEqual([(await apollo.enrich(ids)).body.credits, (await apollo.budget()).spent], [0, 3], kind)
    const again = await apollo.enrich(ids, { again: true })
    assert.deepEqual([again.body.credits, new Set(peopleIn(again).map(({ state }) => state))], [3, new Set(['found'])], kind)
  }
})

test('a refusal releases what was reserved, and says what to do', async () => {
  const given = await openNew()
  const { apollo } = given
  const ids = await findable(given, 2)
  for (const [kind, code] of [
    ['hour_limit', 'provider_busy'],
    ['silent_limit', 'provider_busy'],
    ['no_credits', 'prospecting_out_of_credits'],
  ] as const) {
    await apollo.turn({ kind, only: 'bulk_match' })
    const { body } = await apollo.enrich(ids)
    assert.equal(body.code, code, `${kind}: ${JSON.stringify(body)}`)
    const { spent, reserved } = await apollo.budget()
    assert.deepEqual([spent, reserved], [0, 0], kind)
    await apollo.turn()
  }
  assert.equal((await apollo.enrich(ids)).body.credits, 2)
})

test('a process that dies leaves nothing reserved for ever: what was sent is unknown, what was not is free', async () => {
  const given = await openNew()
  const { apollo, owner } = given
  const ids = await findable(given, 2)
  const [sent, unsent] = ids as [string, string]
  const connection = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('connections').select('id').where('provider', '=', 'apollo').executeTakeFirstOrThrow(),
  )
  for (const [theirId, state] of [
    [sent, 'sent'],
    [unsent, 'reserved'],
  ] as const)
    await app.database.inOrg(owner.orgId, async (db) => {
      const { id } = await db
        .insertInto('prospect_calls')
        .values({
          ...{
            org_id: owner.orgId,
            id: crypto.randomUUID(),
            connection_id: connection.id,
            people: 1,
            with_mobiles: false,
            reserved: 1,
          },
          ...{ state, lease_until: new Date(Date.now() - 1_000) },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.updateTable('prospects').set({ call_id: id }).where('their_id', '=', theirId).execute()
    })
  await until('both calls are settled', async () => ((await apollo.budget()).reserved === 0 ? true : undefined))
  assert.equal((await apollo.budget()).spent, 1)
  const after = await apollo.enrich(ids)
  assert.deepEqual(
    peopleIn(after).map(({ state }) => state),
    ['unknown', 'found'],
  )
})

test('mobile numbers are asked for by choice alone, come later, and are paid for where they come', async () => {
  const given = await openNew()
  const { apollo } = given
  const ids = await findable(given, 3)
  assert.equal((await apollo.enrich(ids, { dryRun: true, mobiles: true })).body.credits, 27)
  assert.ok(peopleIn(await apollo.enrich(ids)).every(({ phone, phone_state }) => phone === null && phone_state === null))
  const asked = await apollo.enrich(ids, { mobiles: true })
  assert.ok(
    peopleIn(asked).every(({ phone_state }) => phone_state === 'waiting'),
    JSON.stringify(asked.body),
  )
  const come = await until('all numbers came', async () => {
    const people = peopleIn(await apollo.enrich(ids))
    return people.every(({ phone_state }) => phone_state !== 'waiting') ? people : undefined
  })
  const numbers = come.filter(({ phone }) => phone !== null)
  assert.ok(come.every(({ phone, phone_state }) => (phone === null) === (phone_state === 'none')))
  assert.equal((await apollo.budget()).spent, 3 + 3 + 8 * numbers.length)
})

test('a stranger who posts numbers changes no number', async () => {
  const given = await openNew()
  const { apollo, owner } = given
  const ids = await findable(given, 1)
  await apollo.turn({ webhooks: { drop: 1 } })
  await apollo.enrich(ids, { mobiles: true })
  const call = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('prospect_calls').select('id').executeTakeFirstOrThrow(),
  )
  for (const query of ['', '?call=x', `?call=${owner.orgId}.${call.id}.${'A'.repeat(22)}`]) {
    const response = await fetch(`${app.url}/functions/v1/apollo-numbers${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ people: [{ id: ids[0], phone_numbers: [{ sanitized_number: '+15125550000' }] }] }),
    })
    assert.equal(response.status, 200)
  }
  assert.deepEqual(
    peopleIn(await apollo.enrich(ids)).map(({ phone_state }) => phone_state),
    ['waiting'],
  )
  const stored = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('inbox').select('id').execute())
  assert.equal(stored.length, 0)
})

test('picks come in as an upload with source apollo, become leads when a person imports it, and never an opt-in', async () => {
  const given = await openNew()
  const { apollo, owner } = given
  const ids = await findable(given, 3)
  const early = await apollo.take(ids)
  assert.deepEqual([early.status, early.body.code], [409, 'prospect_without_address'])
  await apollo.enrich(ids)
  const { status, body } = await apollo.take([...ids, ...ids])
  assert.equal(status, 200, JSON.stringify(body))
  const uploadId = String(body.uploadId)
  const { upload } = (await app.call('show-upload', { uploadId }, owner)).body as unknown as {
    upload: { state: string; source: string; mapping: (string | null)[] }
  }
  assert.deepEqual([upload.state, upload.source], ['mapping', 'apollo'])
  assert.deepEqual(upload.mapping, ['external_id', 'name', 'email', 'phone', 'company', 'title', 'linkedin_url'])
  assert.equal(await leadsOf(owner), 0)
  assert.equal((await app.call('start-upload', { uploadId }, owner)).status, 200)
  const rows = await until('three leads', async () => {
    const leads = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('leads').selectAll().execute())
    return leads.length === 3 ? leads : undefined
  })
  assert.ok(rows.every(({ source, external_id }) => source === 'apollo' && ids.includes(String(external_id))))
  const optIns = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('leads').select('consent').execute())
  assert.ok(optIns.every(({ consent }) => consent === null))

  // The same people once more: the file is known, and each lead is there already.
  const again = String((await apollo.take(ids.slice(1))).body.uploadId)
  await app.call('start-upload', { uploadId: again }, owner)
  const counted = await until('the second import', async () => {
    const shown = (await app.call('show-upload', { uploadId: again }, owner)).body.upload as unknown as {
      state: string
      import: { imported: number; duplicate: number }
    }
    return shown.state === 'done' ? shown.import : undefined
  })
  assert.deepEqual([counted.imported, counted.duplicate], [0, 2])
})

test('an id that no search of this workspace showed is refused', async () => {
  const [one, other] = [await openNew(), await openNew()]
  const [id] = await findable(one, 1)
  await other.apollo.found({ locations: ['Portugal'] })
  for (const ids of [[id as string], ['64a7ffffffffffffffffffff']]) {
    assert.equal((await other.apollo.enrich(ids)).body.code, 'prospect_not_found')
    assert.equal((await other.apollo.enrich(ids, { dryRun: true })).body.code, 'prospect_not_found')
    assert.equal((await other.apollo.take(ids)).body.code, 'prospect_not_found')
  }
  assert.equal((await other.apollo.asked()).length, 0)
})

test('bad input is refused before anything is sent', async () => {
  const { owner, apollo } = await openNew()
  const many = Array.from({ length: 101 }, (_, n) => `64a7${String(n).padStart(20, '0')}`)
  const wishes: object[] = [
    {},
    { filters: {} },
    { filters: { titles: [] }, page: 1 },
    { filters: { titles: ['owner'] }, page: 501 },
    { filters: { titles: ['owner'] }, page: 0 },
    { filters: { titles: ['x'.repeat(60_000)] } },
    { filters: { domains: ['not a domain'] } },
    { filters: { titles: ['owner'] }, enrich: many.slice(0, 1) },
    { enrich: many },
    { enrich: [] },
    { enrich: ['../../etc'] },
    { take: many },
    { take: [''] },
  ]
  for (const wish of wishes) {
    const { status, body } = await app.call('lead-search', wish, owner)
    assert.equal(status, 400, `${JSON.stringify(wish).slice(0, 80)}: ${JSON.stringify(body)}`)
  }
  const { status } = await app.call('lead-search', { filters: { keywords: 'y'.repeat(70_000) } }, owner)
  assert.ok([400, 413].includes(status))
  await apollo.found()
  assert.equal((await apollo.asked('People search')).length, 1)
})

test('a search that Apollo refuses or garbles is a plain error, and a limit says for how long', async () => {
  const { apollo } = await openNew()
  await apollo.found()
  for (const [kind, code] of [
    ['html', 'provider_failed'],
    ['no_master_key', 'provider_credentials'],
    ['hour_limit', 'provider_busy'],
    ['ok_error_body', 'provider_failed'],
  ] as const) {
    await apollo.turn({ kind, only: 'api_search' })
    const { body } = await apollo.search({ titles: ['owner'] })
    assert.equal(body.code, code, `${kind}: ${JSON.stringify(body)}`)
    await apollo.turn()
  }
})

test('a key is tested before it is kept: a wrong one and one without rights are refused', async () => {
  const sandboxed = await startApp({ env: { SANDBOX: 'on', APOLLO_API_BASE: `${app.url}/sandbox/apollo/api/v1` }, alone: true })
  try {
    const connect = (apiKey: string) => sandboxed.call('connect-provider', { provider: 'apollo', credentials: { apiKey } })
    for (const key of ['a-wrong-key-of-theirs', 'a-plain-key-of-theirs'])
      assert.equal((await connect(key)).body.code, 'credentials_refused', key)
    const { status, body } = await connect('test-master-key')
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((body.connection as unknown as { provider: string }).provider, 'apollo')
    const found = await sandboxed.call('lead-search', { filters: { titles: ['ceo'] } })
    assert.equal(found.status, 200, JSON.stringify(found.body))
    const shown = await sandboxed.call('show-prospecting', {})
    assert.deepEqual(shown.body.credits, { left: 1_000, limit: 1_000 })
  } finally {
    await sandboxed.stop()
  }
})

test('an admin sees what each enrichment cost, who had it made and for whom; one without an answer counts, one that was refused does not', async () => {
  const given = await openNew()
  const { apollo, owner } = given
  const admin = await app.given.person(owner.orgId, 'admin')
  const member = await app.given.person(owner.orgId, 'member')
  const [one = '', two = '', three = ''] = await findable(given, 3)
  assert.equal((await apollo.enrich([one])).status, 200)
  assert.equal((await openProspects(app, admin).enrich([two], { mobiles: true })).status, 200)
  await apollo.turn({ kind: 'lost', only: 'bulk_match' })
  await apollo.enrich([three])
  await apollo.turn()
  const listed = async (input: object = {}) => {
    const { status, body } = await app.call('list-prospecting-credits', input, owner)
    assert.equal(status, 200, JSON.stringify(body))
    return body as unknown as {
      spends: {
        id: string
        state: string
        credits: number | null
        reserved: number
        asked: number
        with_mobiles: boolean
        person: { id: string } | null
        people: { id: string }[]
      }[]
      next_cursor: string | null
    }
  }
  const { spends } = await listed()
  assert.deepEqual(
    spends.map((spend) => [
      spend.state,
      spend.person?.id,
      spend.people.map(({ id }) => id),
      spend.with_mobiles,
      spend.reserved,
    ]),
    [
      ['unknown', owner.personId, [three], false, 1],
      ['settled', admin.personId, [two], true, 9],
      ['settled', owner.personId, [one], false, 1],
    ],
  )
  // Apollo counts a mobile number when it has found it: a moment later.
  const sum = spends.reduce((all, { credits }) => all + (credits ?? 0), 0)
  await until('as many credits as Apollo counts', async () => (await apollo.budget()).spent === sum)
  const first = await listed({ limit: 2 })
  const rest = await listed({ limit: 2, cursor: first.next_cursor })
  assert.deepEqual(
    [...first.spends, ...rest.spends].map(({ id }) => id),
    spends.map(({ id }) => id),
  )
  assert.equal(rest.next_cursor, null)
  assert.equal((await listed({ personId: admin.personId })).spends.length, 1)
  assert.equal((await app.call('list-prospecting-credits', {}, member)).status, 403)
  const stranger = await app.given.organization()
  assert.deepEqual((await app.call('list-prospecting-credits', {}, stranger)).body.spends, [])
})
