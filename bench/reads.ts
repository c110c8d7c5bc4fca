import type { Given } from './candidates/ready.ts'
import type { Row } from './figures.ts'
import { timesOfCalls } from './gateway-calls.ts'
import { startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'

/** A member may make no more of some of them in a minute. */
const often = { calls: 200, warmUpCalls: 30, callsOfMember: 50 }

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
  try {
    const { worst, words } = await timesOfCalls(store, { given, port: server.port }, reads(leads), often)
    return {
      what: `p99 of lists, searches and the source filter with ${leads.toLocaleString('en')} leads, server and worker`,
      must: '≤ 50 ms each',
      found: words,
      kept: worst <= 50,
    }
  } finally {
    await worker.stop()
    await server.stop()
  }
}
