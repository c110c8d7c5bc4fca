import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { aiRows } from './ai.ts'
import { aiStreamRows } from './ai-streams.ts'
import { type BurstDelays, measureBursts } from './bursts.ts'
import type { Given } from './candidates/ready.ts'
import { conversationRows } from './conversations.ts'
import { crmRows } from './crm.ts'
import { documentRows } from './documents.ts'
import { everythingRows } from './everything-rows.ts'
import { median, perSecond, type Row, ratio } from './figures.ts'
import { firstReadRows } from './first-read.ts'
import { homeRows } from './home.ts'
import { measureIdle } from './idle.ts'
import { knowledgeRows } from './knowledge.ts'
import { leadSourceRows } from './lead-sources.ts'
import { leadStateRows } from './lead-states.ts'
import { listRows } from './lists.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { mailboxRows } from './mailboxes.ts'
import { meetingsRows } from './meetings.ts'
import { countStatementsOfOne, type MessageCosts, readMessages } from './messages.ts'
import { metaLeadRows } from './meta-leads.ts'
import { pgbenchVersion, runPgbench } from './pgbench.ts'
import { type Candidate, sendLoad, startCandidate, startWorker } from './processes.ts'
import { readsRow } from './reads.ts'
import { serversRow } from './servers.ts'
import { runStatement } from './statement.ts'
import { openStore, type Store } from './store.ts'
import { workflowPagesRow } from './workflow-pages.ts'
import { workflowRows } from './workflows.ts'

/**
 * `npm run bench`: Foyer's lead intake beside other ways to do the same, on this machine, in one run. The candidates take
 * turns, because a machine's speed drifts; what is compared are their medians.
 *
 *   npm run bench -- [--quick] [--only NAME[,NAME]] [--rounds N] [--seconds N] [--leads N] [--write] [--check]
 *
 * A whole run writes docs/benchmarks.md; a part or a quick one only with --write. A part has a section of its own there, and leaves the rest. With --check it ends with 1 where a row misses
 * what it must reach.
 */
const names = [
  'everything',
  'statements',
  'function',
  'naive',
  'echo',
  'statement',
  'one',
  'size',
  'fresh',
  'latency',
  'memory',
  'generator',
  'gateway',
  'messages',
  'bursts',
  'servers',
  'idle',
  'meetings',
  'mailboxes',
  'conversations',
  'home',
  'first-read',
  'documents',
  'ai',
  'ai-streams',
  'knowledge',
  'crm',
  'lead-sources',
  'lead-states',
  'meta-leads',
  'workflows',
  'workflow-pages',
  'lists',
] as const
type Name = (typeof names)[number]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    leads: { type: 'string' },
    write: { type: 'boolean' },
    check: { type: 'boolean', default: false },
  },
})
const quick = values.quick
const chosen: readonly string[] = values.only?.split(',') ?? names
for (const name of chosen) if (!(names as readonly string[]).includes(name)) throw new Error(`--only takes ${names.join(', ')}`)
const wants = (...some: Name[]): boolean => some.some((name) => chosen.includes(name))

const rounds = Number(values.rounds ?? (quick ? 3 : 7))
const seconds = Number(values.seconds ?? (quick ? 2 : 6))
const many = Number(values.leads ?? (quick ? 300_000 : 5_000_000))
const few = quick ? 20_000 : 100_000
const memorySeconds = quick ? 10 : 60
const latencySeconds = quick ? 5 : 30
const connections = 64
const warmUpMs = quick ? 1_000 : 2_000
const sizeWarmUpMs = quick ? 3_000 : 20_000
/** A new connection meets 2 GB of shared memory page by page: a quarter of a second of faults, spread over its first 50,000 leads. */
const serverWarmUpMs = quick ? 2_000 : 12_000
/** A call of the gateway runs through ten times the code of the bare route: compiled only after some 50,000 of them. */
const gatewayWarmUpMs = 10_000

const begun = Date.now()
const say = (step: string): void => {
  process.stderr.write(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${step}\n`)
}

const main = async (): Promise<void> => {
  const store = await openStore(say)
  const stopping = async (): Promise<void> => {
    await store.stop()
    process.exit(1)
  }
  process.once('SIGINT', stopping)
  process.once('SIGTERM', stopping)
  try {
    const facts = await store.facts()
    const empty = await store.database('bench_empty', 0, say)
    say(`storing ${few.toLocaleString('en')} leads`)
    const small = await store.database('bench_small', few, say)
    const rows = [
      ...(wants('everything') ? await everythingRows(store, small, { quick, rounds: Math.min(rounds, 3), say }) : []),
      ...(wants('generator') ? [await generatorRow(small)] : []),
      ...(wants('statements', 'function', 'naive', 'echo', 'statement') ? await besideOthers(store, small) : []),
      ...(wants('one') ? [await oneConnection(store, small)] : []),
      ...(wants('gateway') ? await gatewayBesideBare(store, small) : []),
      ...(wants('latency', 'memory') ? await underLoad(store, small) : []),
      ...(wants('messages') ? await messagesRows(store, empty) : wants('bursts') ? await burstRows(store, empty) : []),
      ...(wants('servers')
        ? [await serversRow(store, small, { rounds: Math.min(rounds, 3), seconds, say, firstLead: 60_000_000 })]
        : []),
      ...(wants('meetings') ? await meetingsRows(store, small, { rounds: Math.min(rounds, 5), seconds, say }) : []),
      ...(wants('mailboxes') ? await mailboxRows(store, small, { mails: quick ? 200_000 : 1_000_000, say }) : []),
      ...(wants('conversations') ? await conversationRows(store, small, { messages: quick ? 200_000 : 1_000_000, say }) : []),
      ...(wants('home')
        ? await homeRows(store, { leads: quick ? 200_000 : 1_000_000, messages: quick ? 200_000 : 1_000_000, say })
        : []),
      ...(wants('first-read')
        ? await firstReadRows(store, small, {
            ...{ mails: quick ? 20_000 : 100_000, say },
            sendLeads: (server, given, rate, measureMs) => load(server, given, { rate, measureMs, connections: 8 }),
          })
        : []),
      ...(wants('ai') ? await aiRows(store, small, { quick, say }) : []),
      ...(wants('ai-streams')
        ? await aiStreamRows(store, small, {
            ...{ quick, rounds: Math.min(rounds, 5), say },
            sendLeads: (server, given, rate, measureMs) => load(server, given, { rate, measureMs, connections: 8 }),
          })
        : []),
      ...(wants('knowledge') ? await knowledgeRows(store, small, say) : []),
      ...(wants('documents')
        ? await documentRows(store, small, {
            ...{ quick, rounds: Math.min(rounds, 3), say },
            sendLeads: (server, given, rate, measureMs) => load(server, given, { rate, measureMs, connections: 8 }),
          })
        : []),
      ...(wants('crm')
        ? await crmRows(store, small, {
            ...{ quick, rounds: Math.min(rounds, 3), say },
            sendLeads: (server, given, rate, measureMs) => load(server, given, { rate, measureMs, connections: 8 }),
          })
        : []),
      ...(wants('lead-sources')
        ? await leadSourceRows(store, small, {
            ...{ quick, rounds: Math.min(rounds, 5), say },
            sendLeads: load,
            sendToSource: (server, order) => sendCounted({ ...order, port: server.port, connections: 32, warmUpMs }),
          })
        : []),
      ...(wants('lead-states')
        ? await leadStateRows(store, small, { rounds, seconds, leads: quick ? 100_000 : 1_000_000, say })
        : []),
      ...(wants('meta-leads') ? await metaLeadRows(store, small, { quick, say }) : []),
      ...(wants('workflows')
        ? await workflowRows(store, small, {
            ...{ quick, rounds: Math.min(rounds, 5), seconds, say },
            sendLeads: (server, given) => load(server, given),
          })
        : []),
      ...(wants('workflow-pages') ? [await workflowPagesRow(store, small, { quick, say })] : []),
      ...(wants('lists') ? await listRows(store, { quick, say }) : []),
      ...(wants('idle') ? [await idleRow()] : []),
      ...(wants('size', 'fresh') ? await bySize(store, small, empty) : []),
    ]
    const report = page(rows, facts)
    process.stdout.write(`\n${table(rows)}\n`)
    if (values.check && rows.some(({ kept }) => kept === false)) process.exitCode = 1
    if (values.write ?? (values.only === undefined && !quick)) {
      const file = path.join(import.meta.dirname, '../docs/benchmarks.md')
      writeFileSync(file, values.only === undefined ? report : withPart(readFileSync(file, 'utf8'), rows))
      say('written to docs/benchmarks.md')
    }
  } finally {
    await store.stop()
  }
}

// ── Sending leads ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Every lead of a run has a number of its own, whichever database it goes to. */
let nextLead = 0
let generatorCpu = 0

const load = async (
  candidate: Candidate,
  { key }: Given,
  options: { connections?: number; rate?: number; measureMs?: number; warmUpMs?: number; token?: string } = {},
): Promise<LoadReport> => {
  return sendCounted({
    port: candidate.port,
    what: options.token === undefined ? 'lead' : 'gateway',
    key: options.token ?? key,
    connections: options.connections ?? connections,
    warmUpMs: options.warmUpMs ?? warmUpMs,
    measureMs: options.measureMs ?? seconds * 1_000,
    rate: options.rate ?? null,
  })
}

const sendCounted = async (order: Omit<LoadOrder, 'from'>): Promise<LoadReport> => {
  const report = await sendLoad({ ...order, from: nextLead })
  nextLead = report.next
  generatorCpu = Math.max(generatorCpu, report.ownCpu)
  if (report.failed > 0) say(`  ${report.failed} of ${report.answered} were not answered 200`)
  return report
}

interface Turn {
  readonly name: string
  measure(): Promise<number>
}

/** Every candidate once per round, the first one last in the next. Leads a second by candidate, one figure per round. */
const interleaved = async (turns: readonly Turn[]): Promise<Map<string, number[]>> => {
  const figures = new Map<string, number[]>(turns.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < turns.length; n++) {
      const turn = turns[(n + round) % turns.length] as Turn
      const perSecond = await turn.measure()
      figures.get(turn.name)?.push(perSecond)
      say(
        `round ${round + 1} of ${rounds}  ${turn.name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(8)}/s`,
      )
    }
  }
  return figures
}

// ── The rows of the table ───────────────────────────────────────────────────────────────────────────────────────────

let bestRate = 0

const besideOthers = async (store: Store, small: Given): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_others')
  const hasPgbench = pgbenchVersion() !== null
  const foyer = await startCandidate('foyer', given)
  const naive = wants('naive') ? await startCandidate('fastify-pg', given) : null
  const echo = wants('echo') ? await startCandidate('fastify-echo', given) : null
  try {
    const figures = await interleaved([
      { name: 'foyer', measure: async () => (await load(foyer, given)).perSecond },
      ...(wants('statements') && hasPgbench
        ? [{ name: 'statements', measure: () => runPgbench(store, given, 'statements', seconds) }]
        : []),
      ...(wants('function') && hasPgbench
        ? [{ name: 'function', measure: () => runPgbench(store, given, 'function', seconds) }]
        : []),
      ...(naive ? [{ name: 'naive', measure: async () => (await load(naive, given)).perSecond }] : []),
      ...(echo ? [{ name: 'echo', measure: async () => (await load(echo, given)).perSecond }] : []),
      ...(wants('statement')
        ? [
            {
              name: 'statement',
              measure: async () => {
                const { perSecond: rate, next } = await runStatement(given, nextLead, seconds)
                nextLead = next
                return rate
              },
            },
          ]
        : []),
    ])
    const ours = figures.get('foyer') as number[]
    bestRate = median(ours)
    const beside = (name: Name, what: string, least: number): Row[] => {
      if (!wants(name)) return []
      const others = figures.get(name)
      if (!others) return [{ what, must: `≥ ${least}`, found: 'not measured: `pgbench` is not installed here', kept: null }]
      const found = ratio(ours, others)
      return [
        {
          what,
          must: `≥ ${least}`,
          found: `${found.words}, ${perSecond(ours)} ÷ ${perSecond(others)}`,
          kept: found.median >= least,
        },
      ]
    }
    return [
      ...beside(
        'statements',
        'leads/s ÷ `pgbench`, the same rows, BEGIN, statements, COMMIT per lead, prepared, 64 clients',
        2.5,
      ),
      ...beside('function', '÷ the same with one call of one function per lead', 1.8),
      ...beside('naive', '÷ a naive Fastify + pg route, one transaction per lead, same database', 4),
      ...beside('echo', '÷ a bare Fastify route that checks a key, validates and echoes the same body', 0.55),
      ...besideStatement(ours, figures.get('statement'), figures.get('echo')),
    ]
  } finally {
    for (const candidate of [foyer, naive, echo]) await candidate?.stop()
    await store.drop(given)
  }
}

/** How much there is to gain: with HTTP, keys and checks for nothing, PostgreSQL takes leads no faster than this. */
const besideStatement = (ours: number[], alone: number[] | undefined, echo: number[] | undefined): Row[] =>
  alone
    ? [
        {
          what: '÷ the statement of the intake alone: batches of 256 made beforehand, one client, no server',
          must: '',
          found: `${ratio(ours, alone).words}, ${perSecond(ours)} ÷ ${perSecond(alone)}${echo ? `; the statement alone ÷ the echo: ${ratio(alone, echo).words}` : ''}`,
          kept: null,
        },
      ]
    : []

const oneConnection = async (store: Store, small: Given): Promise<Row> => {
  const given = await store.copy(small, 'bench_one')
  const foyer = await startCandidate('foyer', given)
  const naive = await startCandidate('fastify-pg', given)
  try {
    const alone = { connections: 1 }
    // One request after the other is 600 a second: of a server begun this moment it would tell how fast code is compiled.
    for (const each of [foyer, naive]) await load(each, given, { measureMs: 0, warmUpMs: serverWarmUpMs })
    const figures = await interleaved([
      { name: 'foyer, one connection', measure: async () => (await load(foyer, given, alone)).perSecond },
      { name: 'naive, one connection', measure: async () => (await load(naive, given, alone)).perSecond },
    ])
    const [ours = [], others = []] = [...figures.values()]
    const found = ratio(ours, others)
    return {
      what: 'with one connection, ÷ the naive route with one connection',
      must: '≥ 1.5',
      found: `${found.words}, ${perSecond(ours)} ÷ ${perSecond(others)}`,
      kept: found.median >= 1.5,
    }
  } finally {
    await foyer.stop()
    await naive.stop()
    await store.drop(given)
  }
}

const gatewayBesideBare = async (store: Store, small: Given): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_gateway')
  const token = await store.token(given)
  const foyer = await startCandidate('gateway', given)
  const bare = await startCandidate('gateway-bare', given)
  const p99s: number[] = []
  try {
    for (const each of [foyer, bare]) await load(each, given, { token, measureMs: 0, warmUpMs: gatewayWarmUpMs })
    const figures = await interleaved([
      {
        name: 'gateway',
        measure: async () => {
          const report = await load(foyer, given, { token })
          p99s.push(report.p99)
          return report.perSecond
        },
      },
      { name: 'bare route', measure: async () => (await load(bare, given, { token })).perSecond },
    ])
    const [ours = [], others = []] = [...figures.values()]
    const found = ratio(ours, others)
    return [
      {
        what: 'the gateway, a cheap authenticated action that reads one row: calls/s ÷ a bare Fastify route with the same token and statement',
        must: '≥ 0.65',
        found: `${found.words}, ${perSecond(ours)} ÷ ${perSecond(others)}; p99 ${median(p99s).toFixed(1)} ms`,
        kept: found.median >= 0.65,
      },
    ]
  } finally {
    for (const candidate of [foyer, bare]) await candidate.stop()
    await store.drop(given)
  }
}

/**
 * Each turn with a fresh server, and on a copy where leads are few: what a plan or a cache remembers of the turn before
 * must not count. The copies are made beforehand, because making one ends with a checkpoint, after which every page is
 * written twice.
 */
const bySize = async (store: Store, small: Given, empty: Given): Promise<Row[]> => {
  say(`storing ${many.toLocaleString('en')} leads`)
  const big = wants('size') ? await store.database('bench_big', many, say) : null
  const smallCopies: Given[] = []
  const emptyCopies: Given[] = []
  for (let round = 0; round < rounds; round++) {
    smallCopies.push(await store.copy(small, `bench_small_${round}`))
    if (wants('fresh')) emptyCopies.push(await store.copy(empty, `bench_empty_${round}`))
  }
  const onFreshServer = async (given: Given, warmUp = serverWarmUpMs): Promise<number> => {
    const foyer = await startCandidate('foyer', given)
    const worker = await startWorker(given)
    try {
      return (await load(foyer, given, { warmUpMs: warmUp })).perSecond
    } finally {
      await worker.stop()
      await foyer.stop()
    }
  }
  // Random keys in large indexes: until each page has been written once after the last checkpoint, it goes to the log whole.
  if (big) await onFreshServer(big, sizeWarmUpMs)
  const figures = await interleaved([
    { name: `${few.toLocaleString('en')} leads stored`, measure: () => onFreshServer(smallCopies.pop() as Given) },
    ...(big ? [{ name: `${many.toLocaleString('en')} leads stored`, measure: () => onFreshServer(big) }] : []),
    ...(wants('fresh') ? [{ name: 'fresh install', measure: () => onFreshServer(emptyCopies.pop() as Given) }] : []),
  ])
  const warm = figures.get(`${few.toLocaleString('en')} leads stored`) as number[]
  const row = (name: string, what: string, least: number): Row[] => {
    const others = figures.get(name)
    if (!others) return []
    const found = ratio(others, warm)
    return [
      {
        what,
        must: `≥ ${least}`,
        found: `${found.words}, ${perSecond(others)} ÷ ${perSecond(warm)}`,
        kept: found.median >= least,
      },
    ]
  }
  return [
    ...row(
      `${many.toLocaleString('en')} leads stored`,
      `rate with ${many.toLocaleString('en')} leads stored ÷ rate with ${few.toLocaleString('en')}, server and worker`,
      0.95,
    ),
    ...row('fresh install', `a fresh install (empty, analyzed tables) ÷ one with ${few.toLocaleString('en')} leads`, 0.9),
    ...(big ? [await readsRow(store, big, many)] : []),
  ]
}

const underLoad = async (store: Store, small: Given): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_load')
  const foyer = await startCandidate('foyer', given)
  try {
    const warm = await load(foyer, given, { warmUpMs: serverWarmUpMs })
    if (bestRate === 0) bestRate = warm.perSecond
    return [
      ...(wants('latency') ? [await latency(foyer, given)] : []),
      ...(wants('memory') ? [await memory(foyer, given)] : []),
    ]
  } finally {
    await foyer.stop()
    await store.drop(given)
  }
}

const latency = async (foyer: Candidate, given: Given): Promise<Row> => {
  const rate = Math.round(bestRate * 0.3)
  // Full speed leaves 150 MB of grown tables for the system to write, half a minute later and all at once: that row is not this one.
  execFileSync('sync')
  say(`${rate.toLocaleString('en')} leads/s offered for ${latencySeconds} s`)
  const report = await load(foyer, given, { rate, measureMs: latencySeconds * 1_000 })
  return {
    what: `p99 at an offered load of 30 % of the best rate (${rate.toLocaleString('en')}/s for ${latencySeconds} s, counted from when a lead was due)`,
    must: 'p99 ≤ 25 ms, none above 250 ms',
    found: `p99 **${report.p99.toFixed(1)} ms**, longest **${report.max.toFixed(0)} ms**, median ${report.p50.toFixed(1)} ms`,
    kept: report.p99 <= 25 && report.max <= 250 && report.failed === 0,
  }
}

const memory = async (foyer: Candidate, given: Given): Promise<Row> => {
  say(`full load for ${memorySeconds} s`)
  const megabytes: number[] = []
  const watch = setInterval(async () => megabytes.push((await foyer.usage()).rssBytes / 2 ** 20), 1_000)
  const report = await load(foyer, given, { measureMs: memorySeconds * 1_000 })
  clearInterval(watch)
  const third = Math.floor(megabytes.length / 3)
  const early = median(megabytes.slice(third, 2 * third))
  const late = median(megabytes.slice(2 * third))
  const most = Math.max(...megabytes)
  return {
    what: `memory of the server process during ${memorySeconds} s at full load (${Math.round(report.perSecond).toLocaleString('en')}/s)`,
    must: '≤ 400 MB, flat',
    found: `at most **${most.toFixed(0)} MB**; second third ${early.toFixed(0)} MB, last third ${late.toFixed(0)} MB`,
    kept: most <= 400 && late <= early * 1.15,
  }
}

const messagesRows = async (store: Store, empty: Given): Promise<Row[]> => {
  const count = quick ? 1_000 : 4_000
  const figures: MessageCosts[] = []
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const given = await store.copy(empty, `bench_messages_${round}`)
    const found = await readMessages(store, given, { count, people: 100 })
    figures.push(found)
    say(`round ${round + 1}  messages read ${Math.round(found.perSecond)}/s`)
    await store.drop(given)
  }
  const given = await store.copy(empty, 'bench_messages_statements')
  const statements = await countStatementsOfOne(given)
  await store.drop(given)
  const rates = figures.map(({ perSecond }) => perSecond)
  const us = (of: (costs: MessageCosts) => number): string => Math.round(median(figures.map(of))).toLocaleString('en')
  return [
    {
      what: `WhatsApp messages that a worker reads a second: ${count.toLocaleString('en')} requests of one workspace with one message each, of 100 people who wrote before`,
      must: '≥ 400/s',
      found: `**${perSecond(rates)}** (${rates.map((rate) => Math.round(rate)).join(', ')}); ${us(({ nodeUs }) => nodeUs)} µs of the worker and ${us(({ databaseUs }) => databaseUs)} of PostgreSQL for each`,
      kept: median(rates) >= 400,
    },
    {
      what: 'statements that read a request with one message, BEGIN and COMMIT included',
      must: '≤ 14',
      found: `**${statements}**`,
      kept: statements <= 14,
    },
    ...(await burstRows(store, empty)),
  ]
}

const burstRows = async (store: Store, empty: Given): Promise<Row[]> => {
  const given = await store.copy(empty, 'bench_bursts')
  const delays = await measureBursts(store, given, { perSecond: 200, seconds: quick ? 4 : 10, rounds: quick ? 3 : 6 })
  await store.drop(given)
  const p99 = (figures: readonly number[]): number =>
    figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.99) - 1] as number
  const row = (what: string, { alone, during }: BurstDelays['thread']): Row => {
    const [baseline, found] = [p99(alone), p99(during)]
    return {
      what: `${what} of a workspace while another gets 200 WhatsApp messages a second: p99 ÷ p99 alone`,
      must: `≤ 1.5, or ${crowdedMs} ms more`,
      found: `**${(found / baseline).toFixed(2)}**, ${found.toFixed(0)} ÷ ${baseline.toFixed(0)} ms; p50 ${median(during).toFixed(0)} ÷ ${median(alone).toFixed(0)} ms`,
      kept: found <= Math.max(1.5 * baseline, baseline + crowdedMs),
    }
  }
  return [
    {
      what: `from webhook to thread at 200 WhatsApp messages a second, p99 of ${delays.burst.length.toLocaleString('en')}`,
      must: '≤ 1 s',
      found: `**${p99(delays.burst).toFixed(0)} ms**; p50 ${median(delays.burst).toFixed(0)} ms`,
      kept: p99(delays.burst) <= 1_000,
    },
    row('from webhook to thread', delays.thread),
    row('a message of the website’s chat', delays.chat),
  ]
}

const idleRow = async (): Promise<Row> => {
  say('`foyer start` in a fresh folder, two minutes without a request')
  const { processorPercent, megabytes, processes } = await measureIdle()
  return {
    what: 'everything `npm start` runs, a minute without a request: processor, memory (what processes share counted once)',
    must: '≤ 1 % of a core, ≤ 400 MB',
    found: `**${processorPercent.toFixed(1)} %**, **${megabytes.toFixed(0)} MB**, ${processes} processes`,
    kept: processorPercent <= 1 && megabytes <= 400,
  }
}

/** As long as another process occasionally takes one of two cores, independent of other load. */
const crowdedMs = 60

const generatorRow = async (given: Given): Promise<Row> => {
  const bare = await startCandidate('bare-http', given)
  try {
    const report = await load(bare, given)
    return {
      what: 'the load generator against a bare node:http server that says yes',
      must: '',
      found: `${Math.round(report.perSecond).toLocaleString('en')}/s at ${Math.round(report.ownCpu * 100)} % of one processor`,
      kept: null,
    }
  } finally {
    await bare.stop()
  }
}

// ── The report ──────────────────────────────────────────────────────────────────────────────────────────────────────

const table = (rows: readonly Row[]): string =>
  [
    `| ${connections} connections; leads all distinct, with all checks and rows on | Must reach | Found | |`,
    '|---|---|---|---|',
    ...rows.map(
      ({ what, must, found, kept }) => `| ${what} | ${must} | ${found} | ${kept === null ? '' : kept ? 'yes' : '**no**'} |`,
    ),
    '',
  ].join('\n')

const page = (rows: readonly Row[], facts: Awaited<ReturnType<Store['facts']>>): string => `# Benchmarks

Written by \`${command()}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}.

${table(rows)}
Ratios are the median of ${rounds} rounds (least–greatest), ${seconds} s each after ${warmUpMs / 1_000} s of warm-up; the candidates take turns within a round. Absolute figures
belong to this machine and drift by a fifth from hour to hour; ratios hold better. Before the rows of one connection, of many leads, of latency and of memory, the server runs for ${serverWarmUpMs / 1_000} s:
a new connection meets 2 GB of shared memory page by page, once. Before the row of latency the system writes what that left (\`sync\`).

## What is compared

- **Foyer** as \`foyer serve\` runs it: key, rate limit, validation, normalisation, then contact, two identifying keys, lead, event, delivery with the body
  to the letter, and the hint to live pages. Answered after the commit has reached the disk.
- **pgbench, statements**: the rows and nothing else: no HTTP, no look-ups for repeats or known people, no checks, no hint. Six statements between BEGIN and COMMIT,
  as a role under the same row-level security.
- **pgbench, one function**: the same rows by one call of a PL/pgSQL function that only inserts.
- **Naive route** (\`bench/candidates/fastify-pg.ts\`): Fastify, our own validation, a pool of twenty connections, prepared statements, one transaction a lead. It gets the key
  for free, has no rate limit and no setting for row-level security.
- **Echo** (\`bench/candidates/fastify-echo.ts\`): Fastify, a key looked up in a map, zod, the body and two ids back. Stores nothing.
- **The statement alone** (\`bench/statement.ts\`): what PostgreSQL does with the machine for itself: the ceiling of any server before it.
- **The gateway** (\`bench/candidates/gateway.ts\`): dispatch as it is, with one action that reads one row: the token, whether the person is still a member, the
  limit, the checks of the body and of the answer, row-level security, one transaction.
- **The bare route** (\`bench/candidates/gateway-bare.ts\`): Fastify, the same reading of the token, the same statement, prepared, on a pool as large; nothing else.
- The load generator runs in its own process; at the most it took ${Math.round(generatorCpu * 100)} % of one processor, on the same machine as everything else.

## Machine

${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}; Node ${process.version}; embedded PostgreSQL ${facts.version};
${pgbenchVersion() ?? 'pgbench is not installed'}. ${Object.entries(facts.settings)
  .map(([name, value]) => `${name} ${value}`)
  .join(', ')}.
`

const command = (): string => ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')

/** The page with a section of what was measured apart, before what is compared; one of the same name goes. */
const withPart = (whole: string, rows: readonly Row[]): string => {
  const title = `## Measured apart: ${chosen.join(', ')}\n`
  const sections = whole.split(/^(?=## )/m).filter((each) => !each.startsWith(title))
  const at = sections.findIndex((each) => each.startsWith('## What is compared'))
  const part = `${title}
Written by \`${command()}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit()}. ${rounds} rounds, ${seconds} s each. Load average of this machine (${os.cpus().length}
processors) over the run, the bench itself included: ${os
    .loadavg()
    .slice(0, 2)
    .map((each) => each.toFixed(1))
    .join(
      ' in its last minute, ',
    )} in its last five. What other programs take is missing here: absolute figures are low where it is high.

${table(rows).replace(/^\| [^|]*\|/, '| |')}
${chosen.includes('meetings') ? bookingsCompared : ''}${chosen.includes('documents') ? documentsCompared : ''}${chosen.includes('crm') ? crmCompared : ''}${chosen.includes('workflows') ? workflowsCompared : ''}`
  return sections.toSpliced(at === -1 ? sections.length : at, 0, part).join('')
}

const bookingsCompared = `- **The naive route of bookings** (\`bench/candidates/bookings-bare.ts\`): Fastify and a pool as large, the very rows that Foyer stored for a booking (as many tables and bytes), a
  prepared statement a row, one transaction, the same durability. It looks for no slot, counts no limit, seals and renders nothing, and has no row-level security.
  Its rows come by \`jsonb_populate_record\`, which costs PostgreSQL a little more than plain values. Foyer's rows are those of one transaction; until 2026-11-24 the audit's row had another one, with a commit
  of its own, which the naive route did not have to store.

`

const documentsCompared = `- **The bare loop of documents** (\`bench/candidates/documents-bare.ts\`): Typst and the PDF libraries behind the same ports, called four at once from one process with two processes
  that set and two for PDF files, as a server and a worker have together. For each document: the contract set, the marks set, laid onto it and sealed, the certificate set and
  sealed with the evidence in it, of the same contents. It stores, reads, chains and mails nothing, and looks at no page.

`

const crmCompared = `- **The bare loop of CRM syncs** (\`bench/candidates/crm-bare.ts\`): asks the simulated HubSpot for the very pages that a sync asks for, one after the other as their cursors want it,
  parses them, and COPYs them into an unlogged table, a line each, at the worker's priority. It matches, links, indexes, notes and certifies nothing. The simulator runs
  behind the others, on the same machine.

`

const workflowsCompared = `- **pgbench, runs** (\`bench/workflows.ts\`): the row of a run and those of its five steps as they stand at the end, the same columns, in one transaction. It claims, computes
  and announces nothing. Foyer's runs are queued by statements of their own while they are measured, claimed under a lease, computed, and written with the event that
  tells of their end; the worker is the whole \`foyer work\`, its reactions included.
- **DBOS** (\`bench/candidates/dbos.ts\`): five steps that give the same values, started in the process that runs them, with a pool of twenty connections and as many
  under way as are fastest here; no tracing, no LISTEN. It queues nothing: by its queues it is slower.

`

const commit = (): string => {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
    const changed = git('status', '--porcelain', '--', 'server', 'package-lock.json', 'bench') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes that are not committed' : ''}`
  } catch {
    return 'unknown'
  }
}

await main()
