import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A process of ours that is killed and started again. `file` says `up` when it is, and is given `given` as JSON. */
export const makeKilled = (file: string, given: object) => {
  let child: ChildProcess | undefined
  return {
    async start(): Promise<void> {
      const next = spawn(process.execPath, [file, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] })
      child = next
      const died = once(next, 'exit').then(() => Promise.reject(new Error('it ended while it was starting')))
      await Promise.race([once(next.stdout, 'data'), died])
      died.catch(() => {})
    },
    async kill(): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
