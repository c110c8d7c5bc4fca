import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import path from 'node:path'
import { PaperLate } from '#ports/paper.ts'
import { makeWishQueue, mostWaiting } from '../typst/wish-queue.ts'
import type { Answer, Order } from './orders.ts'

/** A process holds some 120 MB; a contract an hour is no reason to. */
const idleMs = 60_000
/** One for a workspace with a slow file, one for the others. */
const mostProcesses = 2
const watchMs = 250

interface Wish {
  readonly order: Order
  readonly workspace: string
  readonly patience: NodeJS.Timeout
  done(answer: Answer): void
  fail(error: Error): void
}

interface Worker {
  readonly process: ChildProcess
  wish: Wish | null
  /** Ends it: when it takes too long, or has had nothing to do. */
  timer: NodeJS.Timeout | undefined
  watch: NodeJS.Timeout | undefined
}

export interface Bounds {
  /** How long one may take. */
  readonly limitMs: number
  /** How long it is queued: less than its caller waits. */
  readonly patienceMs: number
  readonly mostMb: number
}

/**
 * Processes that begin with the first order and end when there was none for a while, as those that set documents. Workspaces take turns, and none
 * has two orders carried out at a time. One that takes too long, or too much memory, is ended with its process.
 */
export const makeProcesses = ({ limitMs, patienceMs, mostMb }: Bounds) => {
  const queue = makeWishQueue<Wish>()
  const workers = new Set<Worker>()

  const next = (): void => {
    for (;;) {
      const worker = [...workers].find(({ wish }) => wish === null)
      if (!worker && workers.size >= mostProcesses) return
      const wish = queue.take((workspace) => ![...workers].some((each) => each.wish?.workspace === workspace))
      if (!wish) return
      give(worker ?? begin(), wish)
    }
  }

  const give = (worker: Worker, wish: Wish): void => {
    clearTimeout(wish.patience)
    clearTimeout(worker.timer)
    worker.wish = wish
    worker.process.ref()
    worker.process.channel?.ref()
    // Whether it came through is seen by its answer, or its end.
    worker.process.send(wish.order, () => undefined)
    worker.timer = setTimeout(() => end(worker, new PaperLate(`a PDF took longer than ${limitMs} ms`)), limitMs)
    worker.watch = setInterval(() => {
      if (residentMb(worker.process.pid) > mostMb) end(worker, new PaperLate(`a PDF took more than ${mostMb} MB`))
    }, watchMs)
  }

  const begin = (): Worker => {
    const worker: Worker = { process: beginProcess(), wish: null, timer: undefined, watch: undefined }
    workers.add(worker)
    worker.process.on('message', (answer: Answer) => {
      const { wish } = worker
      if (answer.isHeavy) {
        worker.wish = null
        end(worker)
      } else rest(worker)
      wish?.done(answer)
      next()
    })
    worker.process.on('error', (error) => end(worker, error))
    worker.process.on('exit', (code, signal) => end(worker, new PaperLate(`the PDF process exited: ${signal ?? code}`)))
    rest(worker)
    return worker
  }

  /** Nothing to do: it holds no process open, and ends in a while. */
  const rest = (worker: Worker): void => {
    worker.wish = null
    clearTimeout(worker.timer)
    clearInterval(worker.watch)
    worker.process.unref()
    worker.process.channel?.unref()
    worker.timer = setTimeout(() => end(worker), idleMs).unref()
  }

  const end = (worker: Worker, error?: Error): void => {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    clearInterval(worker.watch)
    // At once: what runs in WebAssembly hears nothing else.
    worker.process.kill('SIGKILL')
    worker.wish?.fail(error ?? new Error('the PDF process is closed'))
    next()
  }

  return {
    run: (order: Order, workspace: string): Promise<Answer> =>
      new Promise((done, fail) => {
        const patience = setTimeout(() => {
          queue.remove(wish)
          fail(new PaperLate(`a PDF was queued for longer than ${patienceMs} ms`))
        }, patienceMs)
        const wish: Wish = { order, workspace, patience, done, fail }
        if (!queue.add(wish)) {
          clearTimeout(patience)
          return fail(new PaperLate(`${mostWaiting} PDFs of a workspace are queued`))
        }
        next()
      }),
    close(): void {
      for (const wish of queue.clear()) {
        clearTimeout(wish.patience)
        wish.fail(new Error('the PDF process is closed'))
      }
      for (const worker of workers) end(worker)
    },
  }
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

/** Our own code compiled, where it is kept: a third of the time until the first file. */
const cacheDir = getCompileCacheDir()
const cache = cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }

const beginProcess = (): ChildProcess => {
  const begun = fork(path.join(import.meta.dirname, 'working.ts'), {
    execArgv: ['--max-old-space-size=768'],
    // Of the machine's settings it needs none.
    env: { ...cache },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    // Callers that wait for a response go first.
    if (begun.pid !== undefined) setPriority(begun.pid, 10)
  } catch {
    // It ended already, which is told by its event, or the machine does not allow it.
  }
  return begun
}
