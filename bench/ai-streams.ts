import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { openDatabase } from '#db/connect.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { personOf } from '#domains/platform/users/users.ts'
import { benchAddress } from './candidates/bench-action.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row, ratio } from './figures.ts'
import type { LoadReport } from './load.ts'
import { type Candidate, startCandidate, startProcess } from './processes.ts'
import type { Store } from './store.ts'

/** Each may ask 30 times a minute: the limit of one is not what is measured. */
const members = 40
const atOnce = 32
/** Of one answer of the double. */
const talkMs = 600
const streamed = 8
const openStreams = 500
const leadsASecond = 100
const leadsMs = 10_000

interface Measuring {
  readonly quick: boolean
  readonly rounds: number
  readonly say: (step: string) => void
  readonly sendLeads: (server: Candidate, given: Given, rate: number, ms: number) => Promise<LoadReport>
}

/** What streams cost between a vendor and a caller: the delay of the first text, pieces a second, and many that stay open. */
export const aiStreamRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_ai_streams')
  const double = await startProcess('ai-double', given)
  const vendor = `http://127.0.0.1:${double.port}`
  const env = { BENCH_AI: vendor }
  const server = await startCandidate('ai-server', given, [], env)
  const bare = await startCandidate('ai-bare', given, [], env)
  const callers = await openCallers(store, given, server)
  try {
    const first = await firstTextRow(callers, { server, vendor }, measuring)
    const pieces = await piecesRow(callers, { server, bare }, measuring)
    return [first, pieces, ...(await openRows(callers, given, server, measuring))]
  } finally {
    for (const candidate of [server, bare, double]) await candidate.stop()
    await store.drop(given)
  }
}

interface Callers {
  /** Another member each time. */
  next(): string
  /** Who has asked too often may ask again. */
  refill(): Promise<unknown>
}

/** Members of a workspace that has connected the vendor. */
const openCallers = async (store: Store, given: Given, server: Candidate): Promise<Callers> => {
  const database = openDatabase(given.target, { application: 'bench', connections: 2, onError: () => {} })
  const tokens = await openTokens(
    database.db,
    openVault(readConfig({ FOYER_DATA: given.dataDir })),
    () => benchAddress,
    () => new Date(),
  )
  const { orgId } = given
  const signed: string[] = []
  try {
    for (let n = 0; n < members; n++) {
      const id = newId()
      await database.inOrg(orgId, async (db) => {
        const person = await personOf(db, { id, email: `${id}@example.com`, name: `Member ${n}` })
        await addMember(db, orgId, person.id, 'admin')
      })
      signed.push((await tokens.sign({ personId: id, orgId, role: 'admin', sessionId: null })).token)
    }
  } finally {
    await database.close()
  }
  const connecting = await fetch(`http://127.0.0.1:${server.port}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signed[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'connect-provider', provider: 'gemini', credentials: { apiKey: 'AIzaBenchBenchBench' } }),
  })
  if (!connecting.ok) throw new Error(await connecting.text())
  let turn = 0
  return {
    next: () => signed[turn++ % signed.length] as string,
    refill: () => store.query(given, 'delete from directory.buckets'),
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

interface OpenedStream {
  readonly ms: number
  readonly answer: IncomingMessage
  /** It came to its end, or was broken off. */
  readonly ended: Promise<void>
}

/** Opens a stream and reads it; answers when its first event is there. */
const openStream = (url: string, token: string | null, body: object): Promise<OpenedStream> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const begun = performance.now()
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    }
    const going = request(url, { agent, method: 'POST', headers }, (answer) => {
      const ended = new Promise<void>((done) => answer.once('close', done))
      answer.once('error', () => {})
      answer.once('data', (chunk: Buffer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode}: ${chunk.toString().slice(0, 300)}`))
        resolve({ ms: performance.now() - begun, answer, ended })
      })
    })
    going.once('error', reject)
    going.end(text)
  })

const ofVendor = (vendor: string): string => `${vendor}/v1beta/models/gemini-bench:streamGenerateContent?alt=sse`
const asVendor = (prompt: string) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] })
const asCaller = (prompt: string) => ({ type: 'ai-chat', stream: true, prompt })
const gatewayOf = ({ port }: Candidate): string => `http://127.0.0.1:${port}/gateway`

const firstTextRow = async (
  callers: Callers,
  { server, vendor }: { server: Candidate; vendor: string },
  { rounds, quick, say }: Measuring,
): Promise<Row> => {
  const [ours, direct]: [number[], number[]] = [[], []]
  const each = quick ? 3 : 8
  /** So many callers, each of whom asks again when they have their answer. */
  const turn = async (url: string, body: object, isOurs: boolean): Promise<number[]> => {
    await callers.refill()
    const times = await Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        // Callers do not begin in the same millisecond.
        await sleep((n * talkMs) / atOnce)
        const found: number[] = []
        for (let asked = 0; asked < each; asked++) {
          const opened = await openStream(url, isOurs ? callers.next() : null, body)
          await opened.ended
          found.push(opened.ms)
        }
        return found
      }),
    )
    return times.flat()
  }
  // The first calls of a process compile what they run through.
  for (let round = -2; round < rounds; round++) {
    const through = await turn(gatewayOf(server), asCaller('talk'), true)
    const beside = await turn(ofVendor(vendor), asVendor('talk'), false)
    if (round < 0) continue
    ours.push(...through)
    direct.push(...beside)
  }
  const more = { median: median(ours) - median(direct), p99: p99Of(ours) - p99Of(direct) }
  say(`first text ${more.median.toFixed(1)} ms more, p99 ${more.p99.toFixed(1)} ms`)
  return {
    what: `first text of \`ai-chat\`, streamed, minus that of the same double called directly, ${atOnce} callers who each ask again when they are answered, after ${talkMs} ms`,
    must: '≤ 5 ms median, ≤ 25 ms p99',
    found: `**${more.median.toFixed(1)} ms** median (${median(ours).toFixed(1)} − ${median(direct).toFixed(1)}), **${more.p99.toFixed(1)} ms** p99`,
    kept: more.median <= 5 && more.p99 <= 25,
  }
}

const piecesRow = async (
  callers: Callers,
  { server, bare }: { server: Candidate; bare: Candidate },
  { rounds, quick, say }: Measuring,
): Promise<Row> => {
  const each = quick ? 10_000 : 40_000
  const rateOf = async (candidate: Candidate): Promise<number> => {
    await callers.refill()
    const begun = performance.now()
    await Promise.all(
      Array.from(
        { length: streamed },
        async () => (await openStream(gatewayOf(candidate), callers.next(), asCaller(`many ${each}`))).ended,
      ),
    )
    return (each * streamed) / ((performance.now() - begun) / 1_000)
  }
  await rateOf(server)
  await rateOf(bare)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await rateOf(server))
    theirs.push(await rateOf(bare))
    say(
      `pieces ${Math.round(ours.at(-1) ?? 0).toLocaleString('en')}/s, bare ${Math.round(theirs.at(-1) ?? 0).toLocaleString('en')}/s`,
    )
  }
  const found = ratio(ours, theirs)
  return {
    what: `pieces a second of ${streamed} streams ÷ a bare route that pipes the same stream behind the same check of the token`,
    must: '≥ 0.7',
    found: `${found.words}, ${Math.round(median(ours)).toLocaleString('en')}/s ÷ ${Math.round(median(theirs)).toLocaleString('en')}/s`,
    kept: found.median >= 0.7,
  }
}

const megabytesOf = async (server: Candidate): Promise<number> => (await server.usage()).rssBytes / 2 ** 20

const openRows = async (
  callers: Callers,
  given: Given,
  server: Candidate,
  { quick, say, sendLeads }: Measuring,
): Promise<Row[]> => {
  const seconds = quick ? 60 : 570
  const leads = () => sendLeads(server, given, leadsASecond, leadsMs)
  await leads()
  const before = await leads()
  const memoryBefore = await megabytesOf(server)
  const streams: IncomingMessage[] = []
  for (let n = 0; n < openStreams; n += atOnce) {
    await callers.refill()
    const some = Math.min(atOnce, openStreams - n)
    const opened = await Promise.all(
      Array.from({ length: some }, () => openStream(gatewayOf(server), callers.next(), asCaller('open'))),
    )
    streams.push(...opened.map(({ answer }) => answer.resume()))
  }
  say(`${streams.length} streams are open`)
  const begun = performance.now()
  const memory: number[] = []
  const watch = setInterval(async () => memory.push(await megabytesOf(server)), 2_000)
  const during = await leads()
  while (performance.now() - begun < seconds * 1_000) await sleep(500)
  clearInterval(watch)
  const stillOpen = streams.filter(({ complete, destroyed }) => !complete && !destroyed).length
  for (const stream of streams) stream.destroy()
  const third = Math.floor(memory.length / 3)
  const [early, late] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))]
  const more = Math.max(...memory) - memoryBefore
  say(`${stillOpen} still open, ${more.toFixed(0)} MB more, leads ${before.p99.toFixed(1)} → ${during.p99.toFixed(1)} ms`)
  return [
    {
      what: `memory of the server with ${openStreams} open streams for ${seconds} s, one piece a second each`,
      must: '≤ 150 MB more, flat, all open',
      found: `**${more.toFixed(0)} MB** more at the most; second third ${early.toFixed(0)} MB, last third ${late.toFixed(0)} MB; ${stillOpen} open at the end`,
      kept: more <= 150 && late <= early * 1.1 && stillOpen === openStreams,
    },
    {
      what: `p99 of \`POST /v1/leads\` at ${leadsASecond}/s meanwhile ÷ before`,
      must: '< 1.5',
      found: `**${(during.p99 / before.p99).toFixed(2)}**, ${during.p99.toFixed(1)} ÷ ${before.p99.toFixed(1)} ms`,
      kept: during.p99 < 1.5 * before.p99,
    },
  ]
}
