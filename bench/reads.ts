import type { Given } from './candidates/ready.ts'
import { median, type Row } from './figures.ts'
import { startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'

const calls = 200
const warmUpCalls = 30
/** A member may make no more of some of them in a minute. */
const callsOfMember = 50

/** Calls of lists and searches, as the pages of the app make them: one after the other, each by its newest fifty. */
const reads = (leads: number): Record<string, Record<string, unknown>> => ({
  'leads, newest first': { type: 'list-leads', limit: 50 },
  'leads, oldest first': { type: 'list-leads', limit: 50, order: 'received_at' },
  'leads of a source that most have': { type: 'list-leads', limit: 50, source: 'website' },
  'leads of a source that one in 1,000 has': { type: 'list-leads', limit: 50, source: 'fair' },
  sources: { type: 'list-sources' },
  'search: a word that all of the newest have': { type: 'list-leads', limit: 50, search: 'maya' },
  'search: a word that most have, and none of the newest': { type: 'list-leads', limit: 50, search: 'paul' },
  'search: an address': { type: 'list-leads', limit: 50, search: `past.${Math.floor(leads / 3)}@` },
  'search: last digits': { type: 'list-leads', limit: 50, search: String(Math.floor(leads / 7)).slice(-6) },
  'search: two words of one source': { type: 'list-leads', limit: 50, search: 'works paul', source: 'fair' },
  'search: nothing has it': { type: 'list-leads', limit: 50, search: 'nowhere' },
  'contacts, newest first': { type: 'list-contacts', limit: 50 },
  'contacts, search': { type: 'list-contacts', limit: 50, search: `past.${Math.floor(leads / 2)}` },
})

/** How long lists and searches take with so many leads, server and worker running. */
export const readsRow = async (store: Store, given: Given, leads: number): Promise<Row> => {
  await store.query(given, 'vacuum analyze')
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  const call = async (token: string, body: Record<string, unknown>): Promise<number> => {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${JSON.stringify(body)}: ${text}`)
    return performance.now() - begun
  }
  try {
    const p99s: [string, number, number][] = []
    for (const [name, body] of Object.entries(reads(leads))) {
      const times: number[] = []
      let token = ''
      for (let n = -warmUpCalls; n < calls; n++) {
        if ((n + warmUpCalls) % callsOfMember === 0) token = await store.token(given)
        const ms = await call(token, body)
        if (n >= 0) times.push(ms)
      }
      times.sort((a, b) => a - b)
      p99s.push([name, times[Math.ceil(calls * 0.99) - 1] as number, median(times)])
    }
    const worst = Math.max(...p99s.map(([, p99]) => p99))
    return {
      what: `p99 of lists, searches and the source filter with ${leads.toLocaleString('en')} leads, server and worker`,
      must: '≤ 50 ms each',
      found: `worst **${worst.toFixed(0)} ms**; ${p99s.map(([name, p99, middle]) => `${name} ${p99.toFixed(0)} (median ${middle.toFixed(0)})`).join(' · ')}`,
      kept: worst <= 50,
    }
  } finally {
    await worker.stop()
    await server.stop()
  }
}
