import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much young memory each of those may have who read much now. */
const readers: { readonly youngBytes: number }[] = []
let watching: NodeJS.Timeout | undefined

/** Garbage that V8 lets come together meanwhile, in percent of what is in use. */
const garbagePercent = 30

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
    // What V8 begins with; 0 lets it choose.
    setFlagsFromString('--semi-space-growth-factor=2')
    setFlagsFromString('--heap-growing-percent=0')
  }
}

const watchMs = 50

/** Young memory doubles when V8 collects it, as long as it may. */
const limitYoung = (): void => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  setFlagsFromString(`--semi-space-growth-factor=${young < Math.max(...readers.map(({ youngBytes }) => youngBytes)) ? 2 : 1}`)
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
