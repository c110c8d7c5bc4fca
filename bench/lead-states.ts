import type { Given } from './candidates/ready.ts'
import { perSecond, type Row, ratio } from './figures.ts'
import { timesOfCalls } from './gateway-calls.ts'
import { startCandidate } from './processes.ts'
import { runStatement } from './statement.ts'
import type { Store } from './store.ts'

const most = 50
const least = 0.95

interface Measuring {
  readonly rounds: number
  readonly seconds: number
  readonly leads: number
  readonly say: (step: string) => void
}

/** What it costs the intake that new leads, and those that wait, have an index of their own, and what the list of new ones costs with it. */
export const leadStateRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => [
  await intakeRow(store, small, measuring),
  await listsRow(store, measuring),
]

const intakeRow = async (store: Store, small: Given, { rounds, seconds, say }: Measuring): Promise<Row> => {
  const withIndex = await store.copy(small, 'bench_states_with')
  const without = await store.copy(small, 'bench_states_without')
  await store.query(without, 'drop index foyer.leads_new, foyer.leads_waiting')
  const figures = { with: [] as number[], without: [] as number[] }
  let next = 70_000_000
  for (let round = 0; round < rounds; round++) {
    const turns = [
      { name: 'with', given: withIndex },
      { name: 'without', given: without },
    ] as const
    for (const { name, given } of round % 2 === 0 ? turns : turns.toReversed()) {
      const found = await runStatement(given, next, seconds)
      next = found.next
      figures[name].push(found.perSecond)
      say(`round ${round + 1} of ${rounds}  ${name.padEnd(10)} ${Math.round(found.perSecond)}/s`)
    }
  }
  for (const given of [withIndex, without]) await store.drop(given)
  const found = ratio(figures.with, figures.without)
  return {
    what: 'the statement of the intake alone, with the indexes of new and waiting leads ÷ without',
    must: `≥ ${least}`,
    found: `${found.words}, ${perSecond(figures.with)} ÷ ${perSecond(figures.without)}`,
    kept: found.median >= least,
  }
}

/** All are contacted but two, which lie far back: the worst that a list of new leads can meet. */
const listsRow = async (store: Store, { leads, say }: Measuring): Promise<Row> => {
  const given = await store.database('bench_states', leads, say)
  const owner = '01980000-0000-7000-8000-000000000001'
  await store.query(
    given,
    `update foyer.leads set state = case when external_id like '%77' then 'qualified' else 'contacted' end, state_at = now(),
       owner_id = case when external_id like '%1' then '${owner}'::uuid end
     where external_id not in ('past-3', 'past-500001')`,
  )
  await store.query(given, 'vacuum analyze foyer.leads')
  const server = await startCandidate('foyer', given)
  try {
    const list = { type: 'list-leads', limit: 50 }
    const bodies = {
      new: { ...list, state: 'new' },
      'new, oldest first': { ...list, state: 'new', order: 'received_at' },
      'new of an owner': { ...list, state: 'new', owner },
      'of an owner': { ...list, owner },
      contacted: { ...list, state: 'contacted' },
      'qualified, one in 100': { ...list, state: 'qualified' },
    }
    const often = { calls: 200, warmUpCalls: 30, callsOfMember: 50 }
    const { worst, words } = await timesOfCalls(store, { given, port: server.port }, bodies, often)
    return {
      what: `p99 of lists of leads by state and owner, ${leads.toLocaleString('en')} leads of which two are new`,
      must: `≤ ${most} ms each`,
      found: words,
      kept: worst <= most,
    }
  } finally {
    await server.stop()
    await store.drop(given)
  }
}
