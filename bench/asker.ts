import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

export interface Asked {
  readonly port: number
  readonly token: string
  /** JSON. */
  readonly body: string
  /** The members of the answer that are wanted. */
  readonly keep: readonly string[]
}

export interface Given {
  /** From the call until its answer had arrived whole. */
  readonly ms: number
  /** What was answered in place of a 200. */
  readonly refusal: string | null
  readonly kept: Readonly<Record<string, unknown>>
}

export interface Asker {
  /** Calls the gateway. Throws where it refuses. */
  ask(token: string, body: object, keep?: readonly string[]): Promise<Given>
  stop(): Promise<void>
}

/**
 * Asks the gateway and looks at the clock in a thread with hardly anything in its memory. The process of the bench has the whole product in its own: it
 * looked through that every half second of large answers, which took 120 ms of both processors and counted as the server's.
 */
export const openAsker = (port: number): Asker => {
  const thread = new Worker(path.join(import.meta.dirname, 'asking.ts'))
  return {
    async ask(token, body, keep = []) {
      thread.postMessage({ port, token, body: JSON.stringify(body), keep } satisfies Asked)
      const [given] = (await once(thread, 'message')) as [Given]
      if (given.refusal !== null) throw new Error(`${JSON.stringify(body)}: ${given.refusal}`)
      return given
    },
    stop: async () => {
      await thread.terminate()
    },
  }
}
