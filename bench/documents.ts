import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { appendEvent } from '#domains/business/documents/chain.ts'
import { lockDocument } from '#domains/business/documents/documents.ts'
import { invalidMs } from '#domains/business/documents/verifying.ts'
import type { Given } from './candidates/ready.ts'
import { type Documents, type MadeDocument, openDocuments } from './documents-given.ts'
import { median, p99Of, type Row, ratio } from './figures.ts'
import type { LoadReport } from './load.ts'
import { familyOf, kilobytesOf, processorSecondsOf } from './proc.ts'
import { type Candidate, startCandidate, startProcess, startWorker } from './processes.ts'
import type { Store } from './store.ts'

const [shortPages, longPages] = [2, 60]
const sealedMeanwhile = 100
const leadsASecond = 100
const [leadsMs, quickLeadsMs] = [6_000, 3_000]
const mostLeadRounds = 3
/** A worker that has just begun loads its code, and follows the events of before. */
const workerSettlesMs = 5_000
const eventsVerified = 60
const atOnce = 4

interface Measuring {
  readonly quick: boolean
  readonly rounds: number
  readonly say: (step: string) => void
  readonly sendLeads: (server: Candidate, given: Given, rate: number, ms: number) => Promise<LoadReport>
}

/** Contracts made of a text, opened, signed by two, sealed and verified; beside a bare loop of the libraries; and what leads notice of it. */
export const documentRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => {
  const { quick, say } = measuring
  const given = await store.copy(small, 'bench_documents')
  const server = await startCandidate('meetings-server', given)
  const documents = await openDocuments(store, given, () => server.port)
  let worker: Candidate | null = null
  try {
    const [short, long] = [await documents.template(shortPages), await documents.template(longPages)]
    const { row: making, made } = await makingRow(documents, short, quick ? sealedMeanwhile : 300)
    say(`made ${making.found}`)
    const opening = await openingRow(documents, server, long, quick ? 10 : 30)
    say(`opened ${opening.found}`)
    const waiting = made.slice(0, sealedMeanwhile)
    for (const each of waiting) await documents.sign(each)
    await documents.hold()
    worker = await startWorker(given)
    const leads = await meanwhileRow(documents, waiting.length, {
      rounds: Math.min(measuring.rounds, mostLeadRounds),
      send: () => measuring.sendLeads(server, given, leadsASecond, quick ? quickLeadsMs : leadsMs),
    })
    say(`leads meanwhile ${leads.found}`)
    const verifying = await verifyingRow(documents, given, waiting[0] as MadeDocument, quick ? 200 : 1_000)
    say(`verified ${verifying.found}`)
    const rate = await rateRow(documents, given, {
      ...{ ...measuring, template: short, sample: waiting[0] as MadeDocument, processes: { server, worker } },
    })
    say(`rate ${rate.found}`)
    const memory = await memoryRow(documents, [server, worker], short, quick ? 200 : 1_000, say)
    return [making, rate, verifying, opening, leads, memory]
  } finally {
    await worker?.stop()
    await server.stop()
    await documents.close()
    await store.drop(given)
  }
}

const makingRow = async (
  documents: Documents,
  template: string,
  count: number,
): Promise<{ row: Row; made: MadeDocument[] }> => {
  const made: MadeDocument[] = []
  const times: number[] = []
  for (let n = -20; n < count; n++) {
    const document = await documents.make(template)
    if (n < 0) continue
    made.push(document)
    times.push(document.ms)
  }
  const p99 = p99Of(times)
  const row = {
    what: `a contract of two pages from a text, \`generate-contract\` answered, warm: p99 of ${count}`,
    must: '≤ 400 ms',
    found: `**${p99.toFixed(0)} ms** (median ${median(times).toFixed(0)})`,
    kept: p99 <= 400,
  }
  return { row, made }
}

/** As a browser gets it: bytes as they travel, and when the last of them was there. */
const load = (server: Candidate, path: string, from: string): Promise<{ bytes: number; body: Buffer; status: number }> =>
  new Promise((done, fail) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br', 'x-forwarded-for': from }
    request({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        done({ bytes: body.length, body, status: response.statusCode ?? 0 })
      })
      response.on('error', fail)
    })
      .on('error', fail)
      .end()
  })

/** Of a phone on which a point is three pixels: it asks for the widest picture. */
const widestFirst = 1_200

const openingRow = async (documents: Documents, server: Candidate, template: string, count: number): Promise<Row> => {
  const times: number[] = []
  let [page, picture, rest] = [0, 0, 0]
  for (let n = -1; n < count; n++) {
    const document = await documents.make(template)
    const path = await documents.link(document)
    const from = documents.network()
    const begun = performance.now()
    const html = await load(server, path, from)
    const parts = await Promise.all([
      load(server, `${path}/page/1.png?width=${widestFirst}`, from),
      load(server, '/sign/assets/sign.js', from),
      load(server, '/sign/assets/sign.css', from),
    ])
    const ms = performance.now() - begun
    for (const { status } of [html, ...parts]) if (status !== 200) throw new Error(`the sign page answered ${status}`)
    ;[page, picture, rest] = [html.bytes, parts[0].bytes, parts[1].bytes + parts[2].bytes]
    if (n >= 0) times.push(ms)
  }
  const bytes = page + picture + rest
  const worst = Math.max(...times)
  const kilobytes = (of: number): string => (of / 1_000).toFixed(0)
  return {
    what: `the first page of a contract of ${longPages} pages on the sign page, on a phone of three pixels a point: page, script, style and the first picture, each document opened for the first time; the worst of ${count}`,
    must: '≤ 1 s, ≤ 300 KB',
    found: `**${worst.toFixed(0)} ms** (median ${median(times).toFixed(0)}), **${kilobytes(bytes)} KB**: page ${kilobytes(page)}, picture ${kilobytes(picture)}, script and style ${kilobytes(rest)}`,
    kept: worst <= 1_000 && bytes <= 300_000,
  }
}

const untilSealed = async (documents: Documents, count: number): Promise<void> => {
  const begun = performance.now()
  while ((await documents.sealed()) < count) {
    if (performance.now() - begun > 15 * 60_000) throw new Error(`${count} documents were not sealed in 15 minutes`)
    await sleep(100)
  }
}

/** Before and meanwhile by turns, with the same processes: the worker runs all the time, and gets its share of the documents with each round. */
const meanwhileRow = async (
  documents: Documents,
  count: number,
  { rounds, send }: { readonly rounds: number; readonly send: () => Promise<LoadReport> },
): Promise<Row> => {
  const [before, meanwhile]: [LoadReport[], LoadReport[]] = [[], []]
  await sleep(workerSettlesMs)
  for (let round = 1; round <= rounds; round++) {
    before.push(await send())
    await documents.release(Math.ceil(count / rounds))
    meanwhile.push(await send())
    await untilSealed(documents, Math.min(count, round * Math.ceil(count / rounds)))
  }
  const p99sOf = (reports: readonly LoadReport[]): number[] => reports.map(({ p99 }) => p99)
  const found = ratio(p99sOf(meanwhile), p99sOf(before))
  return {
    what: `p99 of POST /v1/leads at ${leadsASecond}/s while ${count} documents are sealed ÷ before, the worker running in both, by turns`,
    must: '≤ 1.5',
    found: `${found.words}, ${median(p99sOf(meanwhile)).toFixed(1)} ÷ ${median(p99sOf(before)).toFixed(1)} ms`,
    kept: found.median <= 1.5 && meanwhile.every(({ failed }) => failed === 0),
  }
}

const verifyingRow = async (documents: Documents, { orgId }: Given, { id }: MadeDocument, count: number): Promise<Row> => {
  await documents.database.inOrg(orgId, async (db) => {
    const document = await lockDocument(db, orgId, id)
    for (let seq = document?.head_seq ?? 0; seq < eventsVerified; seq++)
      await appendEvent(db, orgId, id, { kind: 'page_viewed', at: document?.at ?? new Date(), facts: { page: seq } })
  })
  const answers = async (docId: string, isValid: boolean, times: number): Promise<number[]> => {
    const found: number[] = []
    for (let n = -50; n < times; n++) {
      const begun = performance.now()
      const { valid } = await documents.verify(docId)
      if (valid !== isValid)
        throw new Error(`a document that is ${isValid ? 'sealed' : 'unknown'} is ${valid ? '' : 'not '}valid`)
      if (n >= 0) found.push(performance.now() - begun)
    }
    return found
  }
  const valid = await answers(id, true, count)
  const unknown = await answers(randomUUID(), false, Math.min(count, 200))
  const p99 = p99Of(valid)
  return {
    what: `\`verify-document\` of a sealed document with ${eventsVerified} events, p99 of ${count}; what is not valid answers after ${invalidMs} ms, whatever it is (0190)`,
    must: '≤ 20 ms',
    found: `**${p99.toFixed(1)} ms** (median ${median(valid).toFixed(1)}); of an unknown number median ${median(unknown).toFixed(1)}`,
    kept: p99 <= 20,
  }
}

/** Makes so many documents, signs each by two, and answers when all are sealed. */
const makeSealed = async (documents: Documents, template: string, count: number): Promise<number> => {
  const sealedBefore = await documents.sealed()
  const begun = performance.now()
  let left = count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await documents.sign(await documents.make(template))
    }),
  )
  await untilSealed(documents, sealedBefore + count)
  return (performance.now() - begun) / 1_000
}

/** Processor milliseconds a document, by process: what a busy machine distorts less than rates. */
const costOf = async (named: Readonly<Record<string, Candidate>>, count: number, work: () => Promise<number>) => {
  const look = (): Map<string, number> =>
    new Map(
      Object.entries(named).flatMap(([name, { pid }]) => {
        const [own, ...below] = familyOf(pid)
        return [
          [name, processorSecondsOf(own as number)] as const,
          ...below.map((each) => [`${name} ${each}`, processorSecondsOf(each)] as const),
        ]
      }),
    )
  const before = look()
  const seconds = await work()
  const costs = [...look()].map(
    ([name, spent]) => `${name} ${(((spent - (before.get(name) ?? 0)) * 1_000) / count).toFixed(0)}`,
  )
  return { perSecond: count / seconds, costs: costs.join(', ') }
}

const rateRow = async (
  documents: Documents,
  given: Given,
  {
    quick,
    rounds,
    say,
    template,
    sample,
    processes,
  }: Measuring & {
    readonly template: string
    readonly sample: MadeDocument
    readonly processes: { readonly server: Candidate; readonly worker: Candidate }
  },
): Promise<Row> => {
  const count = quick ? 40 : 150
  const bare = await startProcess('documents-bare', given)
  const makeBare = async (many: number): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${bare.port}/${sample.id}/${shortPages}/${many}`)
    if (answer.status !== 200) throw new Error(await answer.text())
    return ((await answer.json()) as { seconds: number }).seconds
  }
  try {
    await makeBare(10)
    const [over, under]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const ours = await costOf({ ...processes }, count, () => makeSealed(documents, template, count))
      const theirs = await costOf({ bare }, count, () => makeBare(count))
      over.push(ours.perSecond)
      under.push(theirs.perSecond)
      for (const each of [ours, theirs]) say(`documents ${each.perSecond.toFixed(1)}/s; ms of processor each: ${each.costs}`)
    }
    const found = ratio(over, under)
    return {
      what: 'contracts of two pages made, signed by two and sealed, documents/s ÷ a bare loop of the same libraries',
      must: '≥ 0.6',
      found: `${found.words}, ${median(over).toFixed(1)}/s ÷ ${median(under).toFixed(1)}/s`,
      kept: found.median >= 0.6,
    }
  } finally {
    await bare.stop()
  }
}

const memoryRow = async (
  documents: Documents,
  processes: readonly Candidate[],
  template: string,
  count: number,
  say: (step: string) => void,
): Promise<Row> => {
  say(`memory over ${count} documents`)
  const megabytes: number[] = []
  let most: readonly string[] = []
  const look = (): void => {
    const each = processes.flatMap(({ pid }) => familyOf(pid).map((one) => kilobytesOf(one) / 1_024))
    const sum = each.reduce((all, one) => all + one, 0)
    if (sum > Math.max(0, ...megabytes)) most = each.map((one) => one.toFixed(0))
    megabytes.push(sum)
  }
  const watch = setInterval(look, 1_000)
  try {
    await makeSealed(documents, template, count)
  } finally {
    clearInterval(watch)
  }
  const third = Math.floor(megabytes.length / 3)
  const [early, late] = [median(megabytes.slice(third, 2 * third)), median(megabytes.slice(2 * third))]
  const highest = Math.max(...megabytes)
  return {
    what: `memory of server and worker with what sets, draws and seals, over ${count.toLocaleString('en')} documents made, signed and sealed (what processes share counted once)`,
    must: '≤ 400 MB, flat',
    found: `at most **${highest.toFixed(0)} MB** (${most.join(' + ')}); second third ${early.toFixed(0)} MB, last third ${late.toFixed(0)} MB`,
    kept: highest <= 400 && late <= early * 1.15,
  }
}
