import type { Given } from './candidates/ready.ts'
import { perSecond, type Row, ratio } from './figures.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { sendLoad, startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const connections = 64

/** Two servers on one database beside one, with as many connections in all: what the second costs where cores are few. */
export const serversRow = async (
  store: Store,
  small: Given,
  { rounds, seconds, say, firstLead }: { rounds: number; seconds: number; say: (step: string) => void; firstLead: number },
): Promise<Row> => {
  const given = await store.copy(small, 'bench_servers')
  const servers = [await startCandidate('foyer', given), await startCandidate('foyer', given)]
  let next = firstLead
  const order = (port: number, from: number, of: number): LoadOrder => ({
    port,
    what: 'lead',
    key: given.key,
    connections: connections / of,
    warmUpMs: 2_000,
    measureMs: seconds * 1_000,
    rate: null,
    from,
  })
  /** Leads a second of the first so many servers together. */
  const measure = async (count: number): Promise<number> => {
    // No two of them may send the same lead: each has a stretch of numbers of its own.
    const stretch = 10_000_000 / 2
    const reports: LoadReport[] = await Promise.all(
      servers.slice(0, count).map(({ port }, n) => sendLoad(order(port, next + n * stretch, count))),
    )
    next = Math.max(...reports.map((report, n) => report.next - n * stretch))
    const all = reports.reduce((sum, report) => sum + report.perSecond, 0)
    say(`${count} server${count > 1 ? 's' : ' '}   ${Math.round(all).toLocaleString('en')}/s`)
    return all
  }
  try {
    await measure(2)
    const [one, two]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      one.push(await measure(1))
      two.push(await measure(2))
    }
    return {
      what: 'two servers on one database ÷ one, on this machine’s cores',
      must: '',
      found: `${ratio(two, one).words}, ${perSecond(two)} ÷ ${perSecond(one)}`,
      kept: null,
    }
  } finally {
    for (const server of servers) await server.stop()
    await store.drop(given)
  }
}
