import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { goBehind } from '#core/priority.ts'
import type { Given } from './candidates/ready.ts'
import type { LoadOrder, LoadReport } from './load.ts'

export interface Candidate {
  readonly port: number
  readonly pid: number
  usage(): Promise<{ rssBytes: number; cpuSeconds: number }>
  stop(): Promise<void>
}

/** Starts a candidate of `bench/candidates` in a process of its own. */
export const startCandidate = async (
  name: string,
  given: Given,
  execArgv: string[] = [],
  env: Record<string, string> = {},
): Promise<Candidate> => {
  const candidate = await startProcess(name, given, execArgv, env)
  await untilItAnswers(candidate.port)
  return candidate
}

/** `FOYER_BENCH_WORKER="--cpu-prof --cpu-prof-dir=…"`: where the worker's time goes. */
export const workerFlags = (process.env.FOYER_BENCH_WORKER ?? '').split(' ').filter(Boolean)

/** Starts a worker in a process of its own. */
export const startWorker = (given: Given): Promise<Candidate> => startProcess('worker', given)

/** Where `bin/foyer.cjs` keeps what was compiled: what strips types is not in the memory of a process that finds it there. */
const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(import.meta.dirname, '../node_modules/.cache/foyer')

/** How `bin/foyer.cjs` has the C library keep memory: all candidates alike. */
const frugal = createRequire(import.meta.url)('../bin/memory.cjs') as Readonly<Record<string, string>>

/** A candidate that need not answer HTTP. */
export const startProcess = async (
  name: string,
  given: Given,
  execArgv: string[] = [],
  env: Record<string, string> = {},
): Promise<Candidate> => {
  const child = fork(path.join(import.meta.dirname, 'candidates', `${name}.ts`), {
    env: {
      ...{ ...frugal, ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
      ...{ NODE_ENV: 'production', FOYER_BENCH: JSON.stringify(given) },
    },
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // As `foyer start` begins its worker.
  if (name.endsWith('worker')) goBehind(child.pid)
  const { port } = await answerOf<{ port: number }>(child)
  return {
    port,
    pid: child.pid as number,
    usage: () => {
      child.send('usage')
      return answerOf(child)
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.send('stop')
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(patience)
    },
  }
}

/** Processor seconds of a process so far, as Linux counts them. */
export const processorSeconds = (pid: number): number => {
  const [, user, system] = /\) . (?:\S+ ){10}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return (Number(user) + Number(system)) / 100
}

/** Sends leads from a process of its own and answers what came of it. */
export const sendLoad = async (order: LoadOrder): Promise<LoadReport> => {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const report = answerOf<LoadReport>(child)
  child.send(order)
  return report
}

const answerOf = async <T>(child: ChildProcess): Promise<T> => {
  const ended = new AbortController()
  const onExit = (): void => ended.abort()
  child.once('exit', onExit)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T]
    return message
  } catch (error) {
    throw new Error(`${child.spawnargs.at(-1)} ended before it answered`, { cause: error })
  } finally {
    child.off('exit', onExit)
  }
}

/** Foyer's server listens before its intake is connected. The others have no such address and say 404, or yes. */
const untilItAnswers = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (status !== 503) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('the candidate did not get ready')
}
