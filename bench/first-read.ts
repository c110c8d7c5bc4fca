import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Given } from './candidates/ready.ts'
import type { Row } from './figures.ts'
import type { LoadReport } from './load.ts'
import { type Candidate, startCandidate, startProcess, workerFlags } from './processes.ts'
import type { Store } from './store.ts'

const megabyte = 2 ** 20
/** Far below what the server takes: what is looked at is who waits for whom. */
const leadsASecond = 100
const leadsMs = 15_000
/** A worker that has just begun loads its code, which is not part of reading a mailbox. */
const workerSettlesMs = 12_000

/**
 * The first read of a large mailbox by IMAP, beside a bare loop of the library that only downloads the same mails from the same server;
 * what the worker keeps in memory meanwhile, and how long leads take.
 */
export const firstReadRows = async (
  store: Store,
  small: Given,
  options: {
    readonly mails: number
    readonly say: (step: string) => void
    readonly sendLeads: (server: Candidate, given: Given, rate: number, ms: number) => Promise<LoadReport>
  },
): Promise<Row[]> => {
  const { mails, say, sendLeads } = options
  const given = await store.copy(small, 'bench_first_read')
  const source = await startProcess('mail-source', given, [], { FOYER_BENCH_MAILS: String(mails) })
  const server = await startCandidate('mail-server', given)
  let worker: Candidate | null = null
  try {
    worker = await startProcess('mail-worker', given, workerFlags)
    await sleep(workerSettlesMs)
    // The first leads of a process and of its worker are slower: they are not counted.
    await sendLeads(server, given, leadsASecond, 10_000)
    const before = await sendLeads(server, given, leadsASecond, leadsMs)
    say(`reading ${mails.toLocaleString('en')} mails`)
    const begun = performance.now()
    await connect(store, given, server, source.port)
    const reading = readAll(store, given, { worker, mails, begun })
    await sleep(1_000)
    const meanwhile = await sendLeads(server, given, leadsASecond, leadsMs)
    const aloneMs = performance.now() - begun
    const read = await reading
    say(`read in ${read.seconds.toFixed(0)} s`)
    await worker.stop()
    worker = null
    const bare = await download(given, source.port)
    say(`downloaded in ${bare.seconds.toFixed(0)} s`)
    if (bare.mails !== mails) throw new Error(`the bare loop found ${bare.mails} mails`)
    return rowsOf(mails, { read, perSecond: rateFrom(read, aloneMs), bare, before, meanwhile })
  } finally {
    await worker?.stop()
    await server.stop()
    await source.stop()
    await store.drop(given)
  }
}

interface Read {
  readonly seconds: number
  readonly firstTenMs: number
  readonly mostMegabytes: number
  readonly megabytes: readonly number[]
  /** How many were there, and when. */
  readonly counts: readonly { readonly ms: number; readonly mails: number }[]
}

/** Mails a second once nothing else was asked for: reading gives way to leads, and the bare loop has none beside it. */
const rateFrom = ({ counts }: Read, aloneMs: number): number => {
  const alone = counts.filter(({ ms }) => ms >= aloneMs)
  const [first, last] = [alone[0], alone.at(-1)]
  if (!first || !last || last.mails - first.mails < 1_000) throw new Error('too few mails were read without leads beside them')
  return ((last.mails - first.mails) * 1_000) / (last.ms - first.ms)
}

const rowsOf = (
  mails: number,
  found: { read: Read; perSecond: number; bare: { seconds: number }; before: LoadReport; meanwhile: LoadReport },
): Row[] => {
  const { read, perSecond, bare, before, meanwhile } = found
  const share = (perSecond * bare.seconds) / mails
  const slower = meanwhile.p99 / before.p99
  const name = `first read of ${mails.toLocaleString('en')} mails by IMAP`
  return [
    {
      what: `${name} ÷ a bare loop of imapflow that only downloads them`,
      must: '≥ 0.5',
      found: `**${share.toFixed(2)}**, ${Math.round(perSecond)}/s ÷ ${Math.round(mails / bare.seconds)}/s`,
      kept: share >= 0.5,
    },
    {
      what: `the first ten mails of the ${name}, from the call that connected the mailbox`,
      must: '≤ 5 s',
      found: `there after **${(read.firstTenMs / 1_000).toFixed(1)} s**`,
      kept: read.firstTenMs <= 5_000,
    },
    {
      what: `memory of the worker during the ${name}`,
      must: '≤ 300 MB, flat',
      found: `at most **${read.mostMegabytes.toFixed(0)} MB**, ${read.megabytes.map((each) => each.toFixed(0)).join(' → ')} by tenths`,
      kept: read.mostMegabytes <= 300,
    },
    {
      what: `p99 of POST /v1/leads at ${leadsASecond}/s during the ${name} ÷ before it, the worker running in both`,
      must: '≤ 1.5',
      found: `**${slower.toFixed(2)}**, ${meanwhile.p99.toFixed(1)} ms ÷ ${before.p99.toFixed(1)} ms`,
      kept: slower <= 1.5,
    },
  ]
}

const connect = async (store: Store, given: Given, server: Candidate, port: number): Promise<void> => {
  const login = { host: '127.0.0.1', user: 'team@bench.example', password: 'right' }
  const answer = await fetch(`http://127.0.0.1:${server.port}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await store.token(given)}` },
    body: JSON.stringify({
      ...{ type: 'connect-mailbox', provider: 'imap', email: login.user },
      ...{ imap: { ...login, port }, smtp: { ...login, port: port + 1 } },
    }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** Waits until all mails are here. */
const readAll = async (
  store: Store,
  given: Given,
  { worker, mails, begun }: { worker: Candidate; mails: number; begun: number },
): Promise<Read> => {
  const megabytes: number[] = []
  const counts: { ms: number; mails: number }[] = []
  let firstTenMs = 0
  for (;;) {
    await sleep(firstTenMs === 0 ? 100 : 1_000)
    const { rows } = await store.query(given, 'select count(*)::int as count from foyer.mailbox_places')
    const { count } = rows[0] as { count: number }
    counts.push({ ms: performance.now() - begun, mails: count })
    megabytes.push((await worker.usage()).rssBytes / megabyte)
    if (firstTenMs === 0 && count >= 10) firstTenMs = performance.now() - begun
    if (count >= mails) break
    if (performance.now() - begun > 30 * 60_000) throw new Error(`only ${count} mails were read in half an hour`)
  }
  const seconds = (performance.now() - begun) / 1_000
  const tenth = Math.max(1, Math.floor(megabytes.length / 10))
  const shown = megabytes.filter((_, n) => n % tenth === tenth - 1)
  return { seconds, firstTenMs, mostMegabytes: Math.max(...megabytes), megabytes: shown, counts }
}

const download = async (given: Given, port: number): Promise<{ mails: number; bytes: number; seconds: number }> => {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'candidates/mail-download.ts'), {
    env: { ...process.env, NODE_ENV: 'production', FOYER_BENCH: JSON.stringify(given), FOYER_BENCH_IMAP: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ mails?: number; bytes?: number; seconds?: number }]
    if (message.seconds === undefined) continue
    child.kill('SIGKILL')
    return { mails: message.mails ?? 0, bytes: message.bytes ?? 0, seconds: message.seconds }
  }
}
