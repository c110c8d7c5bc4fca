import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbedded } from '#db/embedded.ts'
import { fillDataFolder } from '#test/support/prepared.ts'
import { startChangeOver } from './change-over.ts'
import { rowsOfFile, startImports } from './imports.ts'
import { isAlive, killHard, makeProduct, type Product } from './product.ts'
import { startSenders, type Told } from './senders.ts'
import { type Findings, verify } from './verify.ts'
import { publishWorkflow, untilRunsEnded } from './workflow.ts'

const targets = ['server', 'database', 'server and database', 'worker'] as const
type Target = (typeof targets)[number]

export interface Figures {
  readonly seed: number
  readonly rounds: number
  readonly seconds: number
  readonly kills: Readonly<Record<Target, number>>
  /** Milliseconds from the kill until the product is ready again, by what was killed. */
  readonly backAfterMs: Readonly<Record<Target, { median: number; longest: number }>>
  readonly posts: number
  readonly acknowledged: number
  readonly refused: number
  readonly unanswered: number
  /** Answers that should not be: neither 200 nor 503. */
  readonly wrongStatuses: Readonly<Record<number, number>>
  readonly externalIds: number
  readonly files: number
  /** Keys of contacts that were put where versions before 0053 kept them, and moved again. */
  readonly putBack: number
  /** Of a workflow that leads start. */
  readonly runs: number
  readonly found: Findings & {
    readonly 'external_ids that were acknowledged as new more than once': number
    readonly 'external_ids that were never acknowledged as new, though every post was answered': number
    readonly 'external_ids that were acknowledged with two lead ids': number
  }
  /** How long SIGTERM took at the end. */
  readonly stopMs: number
  readonly leftProcesses: number
}

/**
 * Load, a kill -9 at a random moment, back up, again. Then everything that was acknowledged is counted in the database.
 * Ends after `rounds` kills or `seconds`, whichever comes first.
 */
export const crashRounds = async (options: {
  rounds: number
  seconds?: number
  seed: number
  say: (line: string) => void
}): Promise<Figures> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-crash-'))
  chmodSync(dataDir, 0o755)
  fillDataFolder(dataDir)
  const product = await makeProduct(dataDir)
  const random = randomOf(options.seed)
  const nextTarget = bagOf(targets, random)
  const giveUp = new AbortController()
  try {
    await product.start()
    await product.untilReady(120_000)
    await product.command('org', 'create', 'Crash')
    await product.command('user', 'create', '--org', 'crash', '--email', 'crash@example.com', '--role', 'owner')
    const key = await product.command('key', 'create', '--org', 'crash', '--scope', 'leads:write', '--rate', '100000000')
    const tokens = openTokens(product)
    await tokens.renew()
    await publishWorkflow(product.url, tokens.current())
    const imports = startImports({
      url: product.url,
      token: tokens.current,
      renew: tokens.renew,
      random,
      signal: giveUp.signal,
    })
    const ledger = path.join(dataDir, 'ledger')
    const senders = startSenders({ url: product.url, key, ledger, random, rowOfFile: imports.rowOfFile, signal: giveUp.signal })

    const changeOver = startChangeOver({ dataDir, random: randomOf(options.seed + 1), signal: giveUp.signal })

    const begun = Date.now()
    const back = new Map<Target, number[]>(targets.map((target) => [target, []]))
    let round = 0
    for (; round < options.rounds && Date.now() - begun < (options.seconds ?? Number.POSITIVE_INFINITY) * 1_000; round++) {
      await sleep(300 + random() * 2_700)
      const target = nextTarget()
      const killedAt = Date.now()
      await kill(product, target)
      if (!product.isUp()) await product.start()
      await product.untilReady(60_000)
      const backAfterMs = Date.now() - killedAt
      back.get(target)?.push(backAfterMs)
      await tokens.renew()
      if ((round + 1) % 10 === 0 || options.rounds <= 10)
        options.say(
          `round ${round + 1}: killed ${target}, back after ${backAfterMs} ms; ${acknowledged(senders.told)} acknowledged`,
        )
    }
    const seconds = (Date.now() - begun) / 1_000

    const { files } = await imports.stop()
    await senders.stop()
    await changeOver.stop()
    const connection = await findEmbedded(dataDir)
    if (!connection) throw new Error('the database is not there at the end')
    const runs = await untilRunsEnded(connection)
    const found = await verify({ target: connection, ledger, files, rowsOfFile })
    const { database, worker } = product.pids()
    const stopMs = await product.stop()
    const left = [database, worker].filter((pid) => pid !== undefined && isAlive(pid)).length

    const statuses = Object.fromEntries(senders.statuses)
    const { 200: _taken, 503: refused = 0, 0: unanswered = 0, ...wrongStatuses } = statuses
    return {
      seed: options.seed,
      rounds: round,
      seconds,
      kills: byTarget((target) => back.get(target)?.length ?? 0),
      backAfterMs: byTarget((target) => spread(back.get(target) ?? [])),
      posts: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      acknowledged: acknowledged(senders.told),
      refused,
      unanswered,
      wrongStatuses,
      externalIds: senders.told.size,
      files,
      putBack: changeOver.counts.putBack,
      runs,
      found: { ...found, ...whatWasTold(senders.told) },
      stopMs,
      leftProcesses: left,
    }
  } catch (error) {
    giveUp.abort()
    options.say(product.said())
    throw error
  } finally {
    for (const pid of Object.values(product.pids())) killHard(pid)
    await sleep(200)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

/** Kills and, where the server was killed, waits until it is gone. */
const kill = async (product: Product, target: Target): Promise<void> => {
  const pids = product.pids()
  if (target !== 'server' && target !== 'worker') killHard(pids.database)
  if (target !== 'database' && target !== 'worker') killHard(pids.server)
  if (target === 'worker') killHard(pids.worker)
  if (target === 'server' || target === 'server and database') while (product.isUp()) await sleep(5)
  // Ready is said again only after the server has noticed: give it the time to.
  else await sleep(50)
}

/** A token of the gateway lives for 15 minutes; the command line makes another in time, while the product is up. */
const openTokens = (product: Product) => {
  let token = ''
  let madeAt = 0
  return {
    current: (): string => token,
    renew: async (): Promise<void> => {
      if (Date.now() - madeAt < 600_000) return
      token = await product.command('token', '--org', 'crash', '--email', 'crash@example.com')
      madeAt = Date.now()
    },
  }
}

const acknowledged = (told: ReadonlyMap<string, Told>): number =>
  told.values().reduce((sum, each) => sum + each.acknowledged, 0)

const whatWasTold = (told: ReadonlyMap<string, Told>) => {
  const count = (isWrong: (each: Told, externalId: string) => boolean): number =>
    told.entries().reduce((sum, [externalId, each]) => sum + (isWrong(each, externalId) ? 1 : 0), 0)
  return {
    'external_ids that were acknowledged as new more than once': count(({ fresh }) => fresh > 1),
    // A row of a file may have been new in the file.
    'external_ids that were never acknowledged as new, though every post was answered': count(
      ({ fresh, unsettled }, externalId) => fresh === 0 && unsettled === 0 && externalId.startsWith('api-'),
    ),
    'external_ids that were acknowledged with two lead ids': count(({ otherIds }) => otherIds > 0),
  }
}

const byTarget = <T>(make: (target: Target) => T): Record<Target, T> =>
  Object.fromEntries(targets.map((target) => [target, make(target)])) as Record<Target, T>

const spread = (figures: readonly number[]): { median: number; longest: number } => {
  const sorted = figures.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}

/** Each once before one comes again, in any order. */
const bagOf = <T>(all: readonly T[], random: () => number) => {
  let bag: T[] = []
  return (): T => {
    if (bag.length === 0) bag = [...all]
    return bag.splice(Math.floor(random() * bag.length), 1)[0] as T
  }
}

/** mulberry32: the moments and targets of a run can be had again. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
