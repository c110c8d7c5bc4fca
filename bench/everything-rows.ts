import { setTimeout as sleep } from 'node:timers/promises'
import type { Given } from './candidates/ready.ts'
import { type Everything, type Stretch, startEverything, stretch, untilCaughtUp } from './everything.ts'
import { median, perSecond, type Row, ratio } from './figures.ts'
import { pgbenchVersion, runPgbench } from './pgbench.ts'
import type { Store } from './store.ts'

const connections = 64

/**
 * What `npm start` runs, beside the least that PostgreSQL can be asked for: contact, lead, event and delivery in one statement from 64
 * clients. Both take turns, each with the machine for itself; what one left to do is done before the next begins.
 */
export const everythingRows = async (
  store: Store,
  small: Given,
  { quick, rounds, say }: { quick: boolean; rounds: number; say: (step: string) => void },
): Promise<Row[]> => {
  const burstMs = quick ? 5_000 : 15_000
  const sustainedMs = quick ? 20_000 : 60_000
  const given = await store.copy(small, 'bench_everything')
  say('starting `foyer start` in a fresh folder')
  const everything = await startEverything()
  let from = 0
  const run = async (what: string, measureMs: number, rate: number | null = null): Promise<Stretch> => {
    const found = await stretch(everything, { connections, warmUpMs: 0, measureMs, rate, from })
    from = found.next
    say(`${what.padEnd(12)} ${Math.round(found.perSecond).toLocaleString('en')}/s  ${costWords(found)}`)
    if (found.failed > 0) throw new Error(`${found.failed} leads were not answered 200`)
    return found
  }
  const pgbench = async (): Promise<number> => {
    const found = pgbenchVersion() === null ? Number.NaN : await runPgbench(store, given, 'statement', burstMs / 1_000)
    say(`pgbench      ${Math.round(found).toLocaleString('en')}/s`)
    return found
  }
  try {
    const first = await run('first', burstMs)
    const [bursts, sustained, least]: [Stretch[], Stretch[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      least.push(await pgbench())
      bursts.push(await run('burst', burstMs))
      sustained.push(await run('sustained', sustainedMs))
    }
    const bestRate = Math.max(...bursts.map((each) => each.perSecond))
    await restOf(everything)
    const calm = await run('at 30 %', quick ? 10_000 : 30_000, Math.round(bestRate * 0.3))
    return rowsOf({ first, bursts, sustained, least, calm, sustainedMs, burstMs })
  } finally {
    await everything.stop()
    await store.drop(given)
  }
}

/** Full speed leaves pages for the system to write half a minute later: that is not the row of latency. */
const restOf = async (everything: Everything): Promise<void> => {
  await untilCaughtUp(everything)
  await sleep(5_000)
}

const costWords = ({ cost, logBytesPerLead, searchBehind }: Stretch): string =>
  `µs a lead: Node ${cost.server.toFixed(0)}, PostgreSQL ${cost.intake.toFixed(0)}, worker ${cost.worker.toFixed(0)} + ${cost.workerDatabase.toFixed(0)}, upkeep ${cost.upkeep.toFixed(0)}, generator ${cost.generator.toFixed(0)}; log ${logBytesPerLead.toFixed(0)} bytes; search behind ${searchBehind.most.toFixed(1)} s, at the end ${searchBehind.atEnd.toFixed(1)} s`

const rowsOf = ({
  first,
  bursts,
  sustained,
  least,
  calm,
  sustainedMs,
  burstMs,
}: {
  first: Stretch
  bursts: Stretch[]
  sustained: Stretch[]
  least: number[]
  calm: Stretch
  sustainedMs: number
  burstMs: number
}): Row[] => {
  const rates = (stretches: readonly Stretch[]): number[] => stretches.map((each) => each.perSecond)
  const of = (read: (stretch: Stretch) => number): number => median(sustained.map(read))
  const lasting = ratio(rates(sustained), least)
  const burst = ratio(rates(bursts), least)
  const behindAtEnd = Math.max(...sustained.map((each) => each.searchBehind.atEnd))
  const behind = Math.max(...[...bursts, ...sustained].map((each) => each.searchBehind.most))
  const [intake, worker, workerDatabase] = [
    of(({ cost }) => cost.intake),
    of(({ cost }) => cost.worker),
    of(({ cost }) => cost.workerDatabase),
  ]
  const [log, p99] = [of((each) => each.intakeLogBytesPerLead), of((each) => each.p99)]
  const beginning = first.perSecond / median(rates(bursts))
  return [
    {
      what: `everything \`npm start\` runs, ${sustainedMs / 1_000} s on end: leads/s ÷ \`pgbench\` with one statement a lead (contact, lead, event, delivery)`,
      must: '≥ 1.3, search ≤ 5 s behind at the end',
      found: `${lasting.words}, ${perSecond(rates(sustained))} ÷ ${perSecond(least)}; search ${behindAtEnd.toFixed(1)} s behind at the end, ${behind.toFixed(1)} s at the most; reactions ${Math.max(...sustained.map((each) => each.reactionsBehindAtEnd)).toFixed(1)} s`,
      kept: lasting.median >= 1.3 && behindAtEnd <= 5 && behind <= 30,
    },
    {
      what: `the same in a burst of ${burstMs / 1_000} s`,
      must: '≥ 1.8',
      found: `${burst.words}, ${perSecond(rates(bursts))} ÷ ${perSecond(least)}`,
      kept: burst.median >= 1.8,
    },
    {
      what: 'processor a lead: PostgreSQL for the lead itself',
      must: '≤ 60 µs',
      found: `**${intake.toFixed(0)} µs**; beside it the server’s Node ${of(({ cost }) => cost.server).toFixed(0)}, PostgreSQL’s upkeep ${of(({ cost }) => cost.upkeep).toFixed(0)}, the generator ${of(({ cost }) => cost.generator).toFixed(0)}`,
      kept: intake <= 60,
    },
    {
      what: 'processor a lead: what the worker has PostgreSQL do (search and reactions)',
      must: '≤ 45 µs',
      found: `**${workerDatabase.toFixed(0)} µs**, and ${worker.toFixed(0)} in Node`,
      kept: workerDatabase <= 45,
    },
    {
      what: 'bytes of PostgreSQL’s log a lead, for the lead itself',
      must: '≤ 2,100',
      found: `**${Math.round(log).toLocaleString('en')}**; with what the worker writes ${Math.round(of((each) => each.logBytesPerLead)).toLocaleString('en')}`,
      kept: log <= 2_100,
    },
    {
      what: `p99 with ${connections} connections that ask again at once`,
      must: '≤ 15 ms',
      found: `**${p99.toFixed(1)} ms**, median ${of((each) => each.p50).toFixed(1)} ms`,
      kept: p99 <= 15,
    },
    {
      what: `p99 at 30 % of the best rate (${Math.round(calm.perSecond).toLocaleString('en')}/s)`,
      must: '≤ 10 ms',
      found: `**${calm.p99.toFixed(1)} ms**, longest ${calm.max.toFixed(0)} ms, median ${calm.p50.toFixed(1)} ms`,
      kept: calm.p99 <= 10,
    },
    {
      what: `the first ${burstMs / 1_000} s of a fresh folder ÷ a later burst`,
      must: '≥ 0.9',
      found: `**${beginning.toFixed(2)}**, ${Math.round(first.perSecond).toLocaleString('en')}/s ÷ ${perSecond(rates(bursts))}`,
      kept: beginning >= 0.9,
    },
  ]
}
