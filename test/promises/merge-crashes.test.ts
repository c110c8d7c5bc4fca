import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import { connectionOptions } from '#db/connect.ts'
import { catalogue } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { keptOf, openFailpoints } from '../support/failpoints.ts'
import type { Answer } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { postLead, type ServerProcess, startServerProcess } from './processes.ts'

/* A merge of companies or contacts, and taking it back, is there wholly or not at all, whatever is killed in the middle of it. */

/** By hand more (`KILLS=50`); each costs the start of a server. */
const kills = Number(process.env.KILLS ?? 4)

const { breakable, crashEverywhere: crashAt } = openFailpoints()
let app: TestApp
let owner: pg.Client
before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) => (each.callsProvider ? each : breakable(each)))
  app = await startApp({ product: { actions, inbound: [], jobs: [] } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await app?.stop()
})

const done = async <T>(type: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const company = async (as: Someone, name: string, domain?: string): Promise<string> =>
  (await done<{ company: { id: string } }>('create-company', { name, ...(domain && { domain }) }, as)).company.id
const contact = async (as: Someone, body: object): Promise<string> =>
  (await done<{ contact: { id: string } }>('create-contact', body, as)).contact.id

const tables = ['companies', 'company_merges', 'contacts', 'contact_merges', 'contact_keys', 'contact_claims', 'deals'].map(
  (name) => `foyer.${name}`,
)
const everything = () =>
  keptOf(owner, [...tables, 'foyer.events', 'foyer.search_index', 'foyer.audit'], {
    'foyer.audit': "outcome = 'done'",
  })
const crashEverywhere = (call: () => Promise<Answer>, leastPoints: number) => crashAt({ owner, everything }, call, leastPoints)

test('a crash at any statement of a merge of companies, and of its undo, leaves nothing of it behind', async () => {
  const as = await app.given.organization()
  const [a, b, c] = [await company(as, 'A', 'a-works.example'), await company(as, 'B'), await company(as, 'C')]
  const merge = (sourceId: string, targetId: string) =>
    crashEverywhere(() => app.call('merge-companies', { sourceId, targetId, reason: 'One' }, as), 6)
  const first = (await merge(a, b)).body.mergeId
  const second = (await merge(b, c)).body.mergeId
  // Out of the middle: the domain that went up through both goes back.
  await crashEverywhere(() => app.call('undo-company-merge', { mergeId: first }, as), 8)
  await crashEverywhere(() => app.call('undo-company-merge', { mergeId: second }, as), 5)
  const { companies } = await done<{ companies: { id: string; domain: string | null }[] }>('list-companies', {}, as)
  assert.deepEqual(
    companies.map(({ id, domain }) => [id, domain]).sort(),
    [
      [a, 'a-works.example'],
      [b, null],
      [c, null],
    ].sort(),
  )
})

test('a crash at any statement of a merge of contacts, and of its undo, leaves nothing of it behind', async () => {
  const as = await app.given.organization()
  const source = await contact(as, { fullName: 'Maya Rao', email: 'maya@merge.example', phone: '+4915112345678' })
  const target = await contact(as, { fullName: 'Maya' })
  await done('create-deal', { contactId: source, name: 'Kitchen' }, as)
  const merge = () => app.call('merge-contacts', { sourceId: source, targetId: target, reason: 'One' }, as)
  const { mergeId } = (await crashEverywhere(merge, 8)).body
  await crashEverywhere(() => app.call('undo-merge', { mergeId }, as), 8)
  const shown = await done<{ contact: { email: string | null } }>('show-contact', { contactId: target }, as)
  assert.equal(shown.contact.email, null)
})

interface Sent {
  readonly lead_id: string
  readonly contact_id: string
}
/** Who write; less than a company's page shows. */
const people = 45

/** What must hold of a workspace's companies at any time; what does not, in words. */
const faultsOf = async (orgId: string, domains: readonly string[]): Promise<string[]> => {
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ fault: string }>`
      with recursive tree as (
        select id, id as top from companies where org_id = ${orgId} and merged_into is null
        union all select c.id, t.top from companies c join tree t on c.merged_into = t.id where c.org_id = ${orgId})
      select 'company ' || c.id || ' points past the top of its tree' as fault
      from companies c left join tree t on t.id = c.id
      where c.org_id = ${orgId} and t.top is distinct from (case when c.root_id is null then c.id else c.root_id end)
      union all
      select 'company ' || c.id || ' and its merges differ' from companies c
      where c.org_id = ${orgId} and c.merged_into is distinct from (
        select m.target_id from company_merges m where m.org_id = ${orgId} and m.source_id = c.id and m.undone_at is null)
      union all
      select 'merge ' || m.id || ' has not one event for what was done' from company_merges m
      where m.org_id = ${orgId} and (1, case when m.undone_at is null then 0 else 1 end) <> (
        select count(*) filter (where e.payload @> '{"is_undone": false}'), count(*) filter (where e.payload @> '{"is_undone": true}')
        from events e where e.org_id = ${orgId} and e.subject_id = m.id and e.type = 'company.merged')
      union all
      select 'domain ' || d || ' is there ' || held || ' times' from unnest(${[...domains]}::text[]) d
      cross join lateral (select count(*) as held from companies c where c.org_id = ${orgId} and c.domain = d) h where held <> 1`.execute(
      db,
    ),
  )
  return rows.map(({ fault }) => fault)
}

test('servers killed while companies are merged and separated leave each wholly done or not; the leads that come in are there once, at the company', async (t) => {
  const as = await app.given.organization()
  const key = (await app.given.key(as.orgId, { ratePerMinute: 100_000 })).text
  const domains = ['north.example', 'south.example', 'west.example']
  const ids = [await company(as, 'Round')]
  for (const domain of domains) ids.push(await company(as, domain, domain))
  const [target, ...sources] = ids as [string, ...string[]]

  let [url, token] = ['', '']
  let isOver = false
  /** A server knows the tokens that it gave itself. */
  const start = async (): Promise<ServerProcess> => {
    const started = await startServerProcess(app.target)
    const answer = await fetch(`${started.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `foyer_session=${as.session}` },
      body: '{"type":"get-token"}',
    })
    token = ((await answer.json()) as { token: string }).token
    url = started.url
    return started
  }
  const call = async (type: string, body: object): Promise<Record<string, unknown> | null> => {
    const response = await fetch(`${url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ type, ...body }),
    }).catch(() => null)
    return response?.ok ? ((await response.json().catch(() => null)) as Record<string, unknown> | null) : null
  }
  /** Merges and separates one of them, over and over: what is not answered is looked up as it stands. */
  let turns = 0
  const turn = async (sourceId: string): Promise<void> => {
    while (!isOver) {
      const made = await call('merge-companies', { sourceId, targetId: target })
      const { rows } = await app.database.inOrg(as.orgId, (db) =>
        sql<{ id: string }>`
          select id from company_merges where org_id = ${as.orgId} and source_id = ${sourceId} and undone_at is null`.execute(
          db,
        ),
      )
      for (const { id } of rows) if (await call('undo-company-merge', { mergeId: id })) turns++
      if (made === null) await sleep(20)
    }
  }
  /** A sender repeats a lead until it is answered; of a person who is new, a deal is opened, which finds the company by the address. */
  const send = async (n: number): Promise<Sent> => {
    const lead = { email: `p${n % people}@${domains[n % 3]}`, external_id: `lead-${n}`, source: 'race' }
    for (;;) {
      const answer = await postLead(n % 2 ? url : app.url, key, lead).catch(() => null)
      if (answer?.status === 200) {
        const sent = answer.body as unknown as Sent
        if (n < people) await done('create-deal', { contactId: sent.contact_id, name: `Deal ${n}` }, as)
        return sent
      }
      await sleep(20)
    }
  }
  let server = await start()
  const turning = Promise.all(sources.map(turn))
  const sent: Promise<Sent>[] = []
  const sending = (async () => {
    for (let n = 0; !isOver; n++) {
      sent.push(send(n))
      await sleep(40)
    }
  })()
  try {
    for (let n = 0; n < kills; n++) {
      const before = turns
      await until('some merges have been taken back', async () => turns > before + sources.length)
      await sleep(7 * n)
      await server.kill()
      assert.deepEqual(await faultsOf(as.orgId, domains), [], `after kill ${n + 1}`)
      server = await start()
    }
    await until('all have written', async () => sent.length > people)
  } finally {
    isOver = true
  }
  await turning
  await sending
  const answers = await Promise.all(sent)
  await server.stop()
  t.diagnostic(`${turns} merges taken back, ${answers.length} leads, ${kills} kills`)

  assert.deepEqual(await faultsOf(as.orgId, domains), [])
  assert.equal(new Set(answers.map(({ lead_id }) => lead_id)).size, answers.length)
  const count = async (table: string) =>
    Number((await owner.query(`select count(*) from foyer.${table} where org_id = $1`, [as.orgId])).rows[0].count)
  assert.deepEqual(
    [await count('leads'), await count('contacts'), await count('companies')],
    [answers.length, new Set(answers.map(({ contact_id }) => contact_id)).size, ids.length],
    'none is lost, and none doubled',
  )
  for (const sourceId of sources) await done('merge-companies', { sourceId, targetId: target }, as)
  const shown = await done<{ contacts: { id: string }[]; deals: { id: string }[] }>('show-company', { companyId: target }, as)
  const known = [...new Set(answers.map(({ contact_id }) => contact_id))].sort()
  assert.deepEqual([shown.contacts.map(({ id }) => id).sort(), shown.deals.length], [known, people])
})
