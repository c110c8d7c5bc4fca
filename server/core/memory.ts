import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much young memory each of those may have who read much now. */
const readers: { readonly youngBytes: number }[] = []
let watching: NodeJS.Timeout | undefined

/** Garbage that V8 lets come together meanwhile, in percent of what is in use. */
const garbagePercent = 20

/**
 * Reads much: meanwhile garbage is collected early rather than that the heap grows to several times of what is in use. With files
 * of any size a worker stays under 200 MB in place of 450, at the same speed. Not for always: a worker that follows many events at
 * once would spend a third of its time on collections.
 */
export const inLittleMemory = async <T>(read: () => Promise<T>): Promise<T> => {
  const end = beginInLittleMemory()
  try {
    return await read()
  } finally {
    end()
  }
}

/** From now on, until what it answers is called. Files make little garbage; what makes much of little data, such as mails, is allowed more. */
export const beginInLittleMemory = (youngBytes = 0): (() => void) => {
  const reader = { youngBytes }
  readers.push(reader)
  if (readers.length === 1) {
    setFlagsFromString(`--heap-growing-percent=${garbagePercent}`)
    // What has grown before stays as large otherwise. Everything stands still for it, a quarter of a second.
    collector()()
    watching = setInterval(limitYoung, watchMs).unref()
  }
  limitYoung()
  return () => {
    readers.splice(readers.indexOf(reader), 1)
    if (readers.length > 0) return
    clearInterval(watching)
    // 0 lets V8 choose, as it does from the beginning.
    setFlagsFromString('--heap-growing-percent=0')
    limitYoung()
  }
}

const watchMs = 50

/** Young memory of a process that serves or works, as long as nothing shows that more of it is worth its place. */
const usualYoungBytes = 16 * 2 ** 20
/** It may be larger while it is collected more often than this: what is short-lived is then older than it seems, and would be kept. */
const manyCollectionsASecond = 10
const windowMs = 1_000

/** Null in a process that was not told to limit it: V8 grows it to 128 MB. */
let usual: { readonly mayExceed: () => boolean } | null = null
let factor: 1 | 2 = 2

/** It doubles when V8 collects it, as long as it may. */
const limitYoung = (): void => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  const mayGrow =
    readers.length > 0
      ? young < Math.max(...readers.map(({ youngBytes }) => youngBytes))
      : usual === null || young < usualYoungBytes || usual.mayExceed()
  const next = mayGrow ? 2 : 1
  if (next === factor) return
  factor = next
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

/**
 * Once, when a process has loaded what it runs: loading lets young memory grow to 128 MB, which V8 keeps however little comes after. It is
 * given back, and from then on is as large as the work needs. Everything stands still for it, a quarter of a second.
 */
export const limitYoungMemory = (): void => {
  collector()()
  let [since, collections, isBusy] = [performance.now(), 0, false]
  usual = { mayExceed: () => isBusy }
  new PerformanceObserver((list) => {
    collections += list.getEntries().length
    const ms = performance.now() - since
    if (ms >= windowMs) {
      isBusy = (collections * 1_000) / ms > manyCollectionsASecond
      ;[since, collections] = [performance.now(), 0]
    }
    limitYoung()
  }).observe({ entryTypes: ['gc'] })
  limitYoung()
}

const lookMs = 5_000
/** A process that works takes more of a core; one that waits takes a tenth of it. */
const idleShare = 0.03
/** It gives back what it does not need after so many idle looks in a row. */
const idleLooks = 3
/** A collection stops everything for a quarter of a second: the next one has to be worth it. */
const worthBytes = 64 * 2 ** 20

/**
 * Gives memory back while there is nothing to do. Starting up takes twice what serving needs, and V8 keeps the pages until it runs
 * short of memory: 90 MB of the server and 70 of the worker.
 */
export const freeMemoryWhenIdle = (): void => {
  const collect = collector()
  let spent = process.cpuUsage()
  let idle = 0
  let keptBytes = 0
  setInterval(() => {
    const { user, system } = process.cpuUsage(spent)
    spent = process.cpuUsage()
    idle = (user + system) / 1_000 < lookMs * idleShare ? idle + 1 : 0
    if (idle < idleLooks || process.memoryUsage().heapTotal < keptBytes + worthBytes) return
    collect()
    keptBytes = process.memoryUsage().heapTotal
  }, lookMs).unref()
}

/** What `node --expose-gc` has, of the kind that V8 runs before it gives up: no other one gives the pages back. */
const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
