import { setTimeout as sleep } from 'node:timers/promises'
import { goBehind } from '#core/priority.ts'
import type { Given } from './candidates/ready.ts'
import { type BenchCrm, crmEnvironment, openCrm, type SyncCourse, startCrmSource } from './crm-given.ts'
import { median, perSecond, type Row, ratio } from './figures.ts'
import type { LoadReport } from './load.ts'
import { type Candidate, startProcess } from './processes.ts'
import type { Store } from './store.ts'

const contactsThere = 100_000
const companies = 1_000
const leadsASecond = 100
const leadsMs = 10_000
/** What a sync asks for of a contact. */
const properties =
  'email,firstname,lastname,phone,company,jobtitle,hs_linkedin_url,favourite_colour,contract_end,hs_merged_object_ids'

interface Measuring {
  readonly quick: boolean
  readonly rounds: number
  readonly say: (step: string) => void
  readonly sendLeads: (server: Candidate, given: Given, rate: number, ms: number) => Promise<LoadReport>
}

/** Contacts of a simulated HubSpot imported into a workspace with 100,000, beside a bare loop that copies the same pages; synced again; undone. */
export const crmRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => {
  const { quick, say } = measuring
  const base = quick ? await store.database('bench_crm', contactsThere, say) : small
  const source = await startCrmSource(base)
  // A vendor's machine is not this one: it takes what the others leave.
  goBehind(source.pid)
  try {
    return [
      ...(await importRows(store, base, source, measuring)),
      ...(await manyRows(store, base, source, measuring)),
      ...(await meanwhileRows(store, base, source, measuring)),
    ]
  } finally {
    await source.stop()
    if (quick) await store.drop(base)
  }
}

const shown = (count: number): string => count.toLocaleString('en')

const describe = (course: SyncCourse, records: number): string => {
  const micros = (seconds: number): string => ((seconds * 1e6) / records).toFixed(0)
  return `${shown(records)} in ${course.seconds.toFixed(1)} s (read in ${course.readSeconds.toFixed(1)} s), ${course.calls} calls; µs of processor a record: worker ${micros(course.worker)}, PostgreSQL ${micros(course.database)}`
}

/** Companies first, so that each contact finds its own. */
const importContacts = async (crm: BenchCrm, contacts: number): Promise<SyncCourse> => {
  await crm.seed({ companies, contacts })
  await crm.follow(await crm.start(['companies']), 'companies', companies)
  return crm.follow(await crm.start(['contacts']), 'contacts', contacts)
}

const importRows = async (store: Store, base: Given, source: Candidate, { quick, rounds, say }: Measuring): Promise<Row[]> => {
  const contacts = quick ? 50_000 : 200_000
  const [read, whole, bare, searchable]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    const crm = await openCrm(store, base, source, `bench_crm_${round}`)
    try {
      const course = await importContacts(crm, contacts)
      const ended = performance.now()
      await crm.searchable()
      searchable.push((performance.now() - ended) / 1_000)
      read.push(contacts / course.readSeconds)
      whole.push(contacts / course.seconds)
      say(`imported ${describe(course, contacts)}`)
      const copied = await copyBare(crm, source, contacts)
      bare.push(contacts / copied)
      say(`copied in ${copied.toFixed(1)} s`)
    } finally {
      await crm.close()
    }
  }
  const name = `${shown(contacts)} contacts of HubSpot imported into a workspace with ${shown(contactsThere)}, matched, linked with ${shown(companies)} companies and indexed`
  const found = ratio(whole, bare)
  return [
    {
      what: `${name}: records/s from the start of the sync to its end, certificate included`,
      must: '≥ 5,000/s',
      found: `**${perSecond(whole)}** (${whole.map((rate) => Math.round(rate)).join(', ')}); to the end of reading ${perSecond(read)}; searchable ${median(searchable).toFixed(1)} s later at the most`,
      kept: median(whole) >= 5_000,
    },
    {
      what: 'the same ÷ a bare loop that fetches the same pages, parses them and COPYs them into an unlogged table',
      must: '≥ 0.3',
      found: `${found.words}, ${perSecond(whole)} ÷ ${perSecond(bare)}`,
      kept: found.median >= 0.3,
    },
  ]
}

const copyBare = async ({ given, token }: BenchCrm, source: Candidate, contacts: number): Promise<number> => {
  const loop = await startProcess('crm-bare', given, [], crmEnvironment(source))
  // As the worker is: otherwise the ratio would be that of their priorities on a busy machine.
  goBehind(loop.pid)
  try {
    const answer = await fetch(`http://127.0.0.1:${loop.port}/?${new URLSearchParams({ token, properties })}`)
    if (answer.status !== 200) throw new Error(await answer.text())
    const { count, seconds } = (await answer.json()) as { count: number; seconds: number }
    if (count !== contacts) throw new Error(`the bare loop found ${count} contacts`)
    return seconds
  } finally {
    await loop.stop()
  }
}

const manyRows = async (store: Store, base: Given, source: Candidate, { quick, say }: Measuring): Promise<Row[]> => {
  const contacts = quick ? 100_000 : 1_000_000
  const crm = await openCrm(store, base, source, 'bench_crm_many')
  try {
    const course = await importContacts(crm, contacts)
    say(`imported ${describe(course, contacts)}`)
    await crm.searchable()
    // What a minute of rest leaves to autovacuum is done before the next measurement.
    await crm.query('vacuum analyze')
    const again = await crm.follow(await crm.start(['contacts']), 'contacts', contacts)
    say(`again ${again.seconds.toFixed(1)} s, ${again.calls} calls`)
    return [...steadyRows(course, contacts), againRow(again, contacts)]
  } finally {
    await crm.close()
  }
}

const steadyRows = ({ tenths, megabytes }: SyncCourse, contacts: number): Row[] => {
  const third = Math.floor(megabytes.length / 3)
  const [early, late] = [median(megabytes.slice(third, 2 * third)), median(megabytes.slice(2 * third))]
  const most = Math.max(...megabytes)
  const first = tenths[0] as number
  const last = (tenths[9] as number) - (tenths[8] as number)
  const share = first / last
  const name = `an import of ${shown(contacts)} contacts`
  return [
    {
      what: `memory of the worker during ${name}`,
      must: '≤ 400 MB, flat',
      found: `at most **${most.toFixed(0)} MB**; second third ${early.toFixed(0)} MB, last third ${late.toFixed(0)} MB`,
      kept: most <= 400 && late <= early * 1.15,
    },
    {
      what: `${name}: rate of the last tenth ÷ that of the first`,
      must: '≥ 0.9',
      found: `**${share.toFixed(2)}**, ${Math.round(contacts / 10 / last).toLocaleString('en')}/s ÷ ${Math.round(contacts / 10 / first).toLocaleString('en')}/s`,
      kept: share >= 0.9,
    },
  ]
}

const againRow = ({ calls, seconds }: SyncCourse, contacts: number): Row => ({
  what: `a sync of ${shown(contacts)} linked contacts of which none changed`,
  must: '≤ 20 requests, ≤ 3 s',
  found: `**${calls}** requests, **${seconds.toFixed(1)} s**`,
  kept: calls <= 20 && seconds <= 3,
})

const meanwhileRows = async (store: Store, base: Given, source: Candidate, { say, sendLeads }: Measuring): Promise<Row[]> => {
  const contacts = 100_000
  const crm = await openCrm(store, base, source, 'bench_crm_meanwhile')
  try {
    const { given, server } = crm
    const before = await sendLeads(server, given, leadsASecond, leadsMs)
    await crm.seed({ companies, contacts })
    await crm.follow(await crm.start(['companies']), 'companies', companies)
    const jobId = await crm.start(['contacts'])
    const importing = crm.follow(jobId, 'contacts', contacts)
    await sleep(1_000)
    const meanwhile = await sendLeads(server, given, leadsASecond, leadsMs)
    const { status } = await crm.query<{ status: string }>('select status from sync_jobs where id = $1', [jobId])
    say(`imported meanwhile ${describe(await importing, contacts)}`)
    const slower = meanwhile.p99 / before.p99
    const undone = await crm.follow(await crm.undo(jobId), 'contacts', contacts)
    return [
      {
        what: `p99 of POST /v1/leads at ${leadsASecond}/s during an import ÷ before it${status === 'completed' ? ' (the import ended before the leads did)' : ''}`,
        must: '< 1.5',
        found: `**${slower.toFixed(2)}**, ${meanwhile.p99.toFixed(1)} ÷ ${before.p99.toFixed(1)} ms`,
        kept: slower < 1.5 && meanwhile.failed === 0 && status !== 'completed',
      },
      {
        what: `an import of ${shown(contacts)} contacts undone`,
        must: '≤ 60 s',
        found: `**${undone.seconds.toFixed(1)} s**`,
        kept: undone.seconds <= 60,
      },
    ]
  } finally {
    await crm.close()
  }
}
