import { openDatabase } from '#db/connect.ts'
import { findBudgets, findClock } from '#domains/connections/ai-models/budgets.ts'
import { aiFeatures } from '#domains/connections/ai-models/choices.ts'
import type { Given } from './candidates/ready.ts'
import { p99Of, type Row } from './figures.ts'
import { timesOfCalls } from './gateway-calls.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const people = 40
const days = 365
/** An owner may make no more of a call in a minute, and no more than ten exports. */
const often = { calls: 100, warmUpCalls: 20, callsOfMember: 120, role: 'owner' } as const
const [exports, exportsOfMember] = [20, 10]

/** What it costs to read the sums of a ledger of a year: the budgets, each view of the Usage page, the newest calls, and the export. */
export const aiUsageRows = async (
  store: Store,
  given: Given,
  { quick, say }: { quick: boolean; say: (step: string) => void },
): Promise<Row[]> => {
  const rows = quick ? 100_000 : 1_000_000
  const all = rows.toLocaleString('en')
  say(`${all} rows of the ledger`)
  const database = openDatabase(given.target, { application: 'foyer bench', connections: 2, onError: () => {} })
  const { orgId } = given
  try {
    const { zone } = await database.inOrg(orgId, (db) => findClock(db, orgId))
    await store.query(given, ledgerOf(orgId, rows, zone))
    await store.query(given, 'vacuum analyze foyer.ai_ledger, foyer.ai_usage')
    const reads: number[] = []
    for (let n = -10; n < 100; n++) {
      const begun = performance.now()
      await database.inOrg(orgId, async (db) => findBudgets(db, orgId, await findClock(db, orgId)))
      if (n >= 0) reads.push(performance.now() - begun)
    }
    const budgets = p99Of(reads)
    say(`budgets ${budgets.toFixed(1)} ms`)
    return [
      {
        what: `budgets of a workspace with ${all} rows in its ledger, read: p99 of 100`,
        must: '≤ 50 ms on the server',
        found: `**${budgets.toFixed(1)} ms**`,
        kept: budgets <= 50,
      },
      ...(await pageRows(store, given, { all, say })),
    ]
  } finally {
    await database.close()
  }
}

/** The Usage page, as its actions answer it. */
const pageRows = async (
  store: Store,
  given: Given,
  { all, say }: { readonly all: string; readonly say: (step: string) => void },
): Promise<Row[]> => {
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const groups = ['day', 'person', 'feature', 'model', 'provider']
  const views = groups.map((groupBy) => [`by ${groupBy}`, { type: 'show-ai-usage', groupBy, from }] as const)
  const bodies = {
    ...Object.fromEntries(views),
    'of 30 days, by day': { type: 'show-ai-usage' },
    'the newest calls': { type: 'list-ai-calls' },
    'the newest calls of a person’s feature': { type: 'list-ai-calls', feature: 'drafts', limit: 100 },
  }
  const server = await startCandidate('foyer', given)
  try {
    const { worst, words } = await timesOfCalls(store, { given, port: server.port }, bodies, often)
    say(`usage ${worst.toFixed(1)} ms`)
    const { firstMs, wholeMs, lines } = await timesOfExports(store, given, server.port, from)
    say(`export ${firstMs.toFixed(1)} ms to its first line, ${wholeMs.toFixed(0)} ms in all`)
    return [
      {
        what: `p99 of the Usage page over a year with ${all} rows in the ledger, by each of its views, and of the list of calls`,
        must: '≤ 50 ms each',
        found: words,
        kept: worst <= 50,
      },
      {
        what: `export of the same year, until its first line is there: p99 of ${exports}`,
        must: '≤ 50 ms',
        found: `**${firstMs.toFixed(1)} ms**; all ${lines.toLocaleString('en')} lines in ${wholeMs.toFixed(0)} ms at the most`,
        kept: firstMs <= 50,
      },
    ]
  } finally {
    await server.stop()
  }
}

const timesOfExports = async (store: Store, given: Given, port: number, from: string) => {
  const [first, whole]: [number[], number[]] = [[], []]
  let lines = 0
  let token = ''
  for (let n = 0; n < exports; n++) {
    if (n % exportsOfMember === 0) token = await store.token(given, 'owner')
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/download/export-ai-usage?from=${from}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`)
    lines = 0
    let isFirst = true
    for await (const piece of answer.body) {
      if (isFirst) first.push(performance.now() - begun)
      isFirst = false
      for (const byte of piece as Uint8Array) if (byte === 10) lines++
    }
    whole.push(performance.now() - begun)
  }
  return { firstMs: p99Of(first), wholeMs: Math.max(...whole), lines }
}

/** A ledger of a year by so many people, of whom each uses three features every day, and the sums that come with it. Each feature has a model. */
const ledgerOf = (orgId: string, rows: number, zone: string): string => `
  insert into foyer.ai_ledger (org_id, id, at, ended_at, person_id, feature, provider, model, outcome, input_tokens, cached_tokens,
    output_tokens, is_estimated, cost_nano)
  select '${orgId}', gen_random_uuid(), at, at, ('01980000-0000-7000-8000-' || lpad(person::text, 12, '0'))::uuid, list[1 + feature],
    case when feature < 4 then 'gemini' else 'openai' end, 'model-' || feature, case when n % 50 = 0 then 'cut' else 'answered' end,
    900 + n % 100, 0, 300 + n % 100, n % 50 = 0, 1000000 + n
  from (
    select n, n % ${people} as person, (n % ${people} + n / ${people} % 3) % ${aiFeatures.length} as feature,
      now() - n * interval '1 second' * ${(days * 86_400) / rows} as at, array['${aiFeatures.join("','")}'] as list
    from generate_series(1, ${rows}) as n) as calls;
  insert into foyer.ai_usage (org_id, day, person_id, feature, provider, model, calls, input_tokens, cached_tokens, output_tokens,
    cost_nano, estimated_nano)
  select org_id, (at at time zone '${zone}')::date, person_id, feature, provider, model, count(*), sum(input_tokens), sum(cached_tokens),
    sum(output_tokens), sum(cost_nano), sum(case when is_estimated then cost_nano else 0 end)
  from foyer.ai_ledger where org_id = '${orgId}' and person_id is not null group by 1, 2, 3, 4, 5, 6`
