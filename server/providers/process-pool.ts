import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { goBehind } from '#core/priority.ts'
import { makeWishQueue, mostWaiting } from './wish-queue.ts'

/** A process holds some 150 MB; a document an hour is no reason to. */
const idleMs = 60_000
/** One for a workspace with slow work, one for the others. */
const mostProcesses = 2
const watchMs = 250

interface Wish<Order, Answer> {
  readonly order: Order
  readonly workspace: string
  readonly patience: NodeJS.Timeout
  done(answer: Answer): void
  fail(error: Error): void
}

interface Worker<Order, Answer, Kept> {
  readonly process: ChildProcess
  readonly kept: Kept
  /** What it is carrying out. */
  wish: Wish<Order, Answer> | null
  /** Ends it: when it takes too long, or has had nothing to do. */
  timer: NodeJS.Timeout | undefined
  /** Ends it when it takes too much memory. */
  watch: NodeJS.Timeout | undefined
}

export interface PoolOf<Answer, Kept> {
  /** What is worked on, in words of the log: a `document`. */
  readonly word: string
  /** How long one may take. */
  readonly limitMs: number
  /** How long it is queued: less than its caller waits. */
  readonly patienceMs: number
  readonly mostMb?: number
  /** What all processes of now begin with; one that began with something else ends before its next order. */
  kept(): Kept
  begin(kept: Kept): ChildProcess
  /** Whether a process is to end with its answer, for what it holds. */
  isLast(answer: Answer): boolean
  /** It took longer than a reasonable wait. */
  late(message: string): Error
}

/**
 * Work of a library that nothing but the end of its process can stop: in processes that begin with the first order and end when there was none
 * for a while. Workspaces take turns, and none has two orders carried out at a time, so that a slow one holds only its own. One that takes
 * too long, or too much memory, is ended with its process.
 */
export const makeProcessPool = <Order extends Serializable, Answer, Kept>(of: PoolOf<Answer, Kept>) => {
  const { word, limitMs, patienceMs, mostMb, late } = of
  const queue = makeWishQueue<Wish<Order, Answer>>()
  const workers = new Set<Worker<Order, Answer, Kept>>()

  const next = (): void => {
    for (;;) {
      const worker = [...workers].find(({ wish }) => wish === null)
      if (!worker && workers.size >= mostProcesses) return
      const wish = queue.take((workspace) => ![...workers].some((each) => each.wish?.workspace === workspace))
      if (!wish) return
      give(worker ?? begin(), wish)
    }
  }

  const give = (given: Worker<Order, Answer, Kept>, wish: Wish<Order, Answer>): void => {
    let worker = given
    if (worker.kept !== of.kept()) {
      end(worker)
      worker = begin()
    }
    clearTimeout(wish.patience)
    clearTimeout(worker.timer)
    worker.wish = wish
    worker.process.ref()
    worker.process.channel?.ref()
    send(worker.process, wish.order)
    worker.timer = setTimeout(() => end(worker, late(`a ${word} took longer than ${limitMs} ms`)), limitMs)
    if (mostMb === undefined) return
    worker.watch = setInterval(() => {
      if (residentMb(worker.process.pid) > mostMb) end(worker, late(`a ${word} took more than ${mostMb} MB`))
    }, watchMs)
  }

  const begin = (): Worker<Order, Answer, Kept> => {
    const kept = of.kept()
    const worker: Worker<Order, Answer, Kept> = {
      ...{ process: of.begin(kept), kept, wish: null },
      ...{ timer: undefined, watch: undefined },
    }
    workers.add(worker)
    worker.process.on('message', (answer: Answer) => {
      const { wish } = worker
      rest(worker)
      if (of.isLast(answer)) end(worker)
      wish?.done(answer)
      next()
    })
    worker.process.on('error', (error) => end(worker, error))
    worker.process.on('exit', (code, signal) => end(worker, late(`the ${word} process exited: ${signal ?? code}`)))
    rest(worker)
    return worker
  }

  /** Nothing to do: it holds no process open, and ends in a while. */
  const rest = (worker: Worker<Order, Answer, Kept>): void => {
    worker.wish = null
    clearTimeout(worker.timer)
    clearInterval(worker.watch)
    worker.process.unref()
    worker.process.channel?.unref()
    worker.timer = setTimeout(() => end(worker), idleMs).unref()
  }

  const end = (worker: Worker<Order, Answer, Kept>, error?: Error): void => {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    clearInterval(worker.watch)
    // At once: native code hears nothing else.
    worker.process.kill('SIGKILL')
    worker.wish?.fail(error ?? new Error(`the ${word} process is closed`))
    next()
  }

  return {
    run: (order: Order, workspace: string): Promise<Answer> =>
      new Promise((done, fail) => {
        const patience = setTimeout(() => {
          queue.remove(wish)
          fail(late(`a ${word} was queued for longer than ${patienceMs} ms`))
        }, patienceMs)
        const wish: Wish<Order, Answer> = { order, workspace, patience, done, fail }
        if (!queue.add(wish)) {
          clearTimeout(patience)
          return fail(late(`${mostWaiting} ${word}s of a workspace are queued`))
        }
        next()
      }),
    close(): void {
      for (const wish of queue.clear()) {
        clearTimeout(wish.patience)
        wish.fail(new Error(`the ${word} process is closed`))
      }
      for (const worker of workers) end(worker)
    },
  }
}

/** Whether it came through is seen by its answer, or its end. */
export const send = (process: ChildProcess, order: Serializable): void => {
  process.send(order, () => undefined)
}

/** What a process has in memory; nought where the machine does not tell, and the time alone ends it. */
const residentMb = (pid: number | undefined): number => {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * 4096) / 2 ** 20
  } catch {
    return 0
  }
}

/** Our own code compiled, where it is kept: a third of the time until the first answer. */
const cacheDir = getCompileCacheDir()
const cache = cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }

/**
 * The heap for what is new: V8 lets it grow to 128 MB for a moment's work. With 4 MB a process is half as large, and as fast within what can be
 * measured. Threads share one arena of memory; each would keep its own.
 */
const lean = ['--max-semi-space-size=2']

/** A process of a file, of whose environment it has what is given and nothing of the machine's. */
export const beginProcess = (
  file: string,
  { env = {}, execArgv = [] }: { readonly env?: Readonly<Record<string, string>>; readonly execArgv?: readonly string[] } = {},
): ChildProcess => {
  const begun = fork(file, {
    execArgv: [...lean, ...execArgv],
    env: { ...cache, MALLOC_ARENA_MAX: '1', ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  goBehind(begun.pid)
  return begun
}
