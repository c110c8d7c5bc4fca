import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './account.ts'
import { connectionTo, probe } from './connection.ts'
import type { Place } from './place.ts'
import { end, type Postmaster, postmasterOf } from './postmaster.ts'

/** Answers the server that runs already, once it is ready; or clears away what a dead one left. */
export const settle = async (
  place: Place,
  say: (step: string) => void,
  signal: AbortSignal,
): Promise<Postmaster | undefined> => {
  let since = Date.now()
  let hasSaid = false
  for (;;) {
    const found = postmasterOf(place.cluster)
    if (!found) return undefined
    if (found.state === 'dead') {
      await clearAway(place)
      return undefined
    }
    if ((await probe(connectionTo(found.socketDir))) === 'ready') return found
    // Replaying its log after a hard stop takes as long as it takes. Everything else has an end.
    if (found.phase === 'starting') since = Date.now()
    if (!hasSaid && Date.now() - since > 1_000) {
      say('waiting for the database of an earlier start to stop')
      hasSaid = true
    }
    if (Date.now() - since > 20_000) await end(found.pid, place.cluster, 0)
    await sleep(20, undefined, { signal })
  }
}

/**
 * PostgreSQL refuses to start while the process id in its lock file is in use, be it by a zombie or by another
 * process, and while a backend of the dead server still works. All of that is known to be over here.
 */
const clearAway = async (place: Place): Promise<void> => {
  if (process.platform === 'linux') {
    // Run as the server's user, because root in a container may not look into other users' processes.
    const killLeftovers =
      'cd /proc && for pid in [0-9]*; do [ $pid/cwd -ef "$1" ] && read -r name <$pid/comm && [ "$name" = postgres ] && kill -9 $pid; done 2>/dev/null; true'
    await run('/bin/sh', ['-c', killLeftovers, 'sh', place.cluster], place.account)
  }
  for (const file of [
    path.join(place.cluster, 'postmaster.pid'),
    ...['', '.lock'].map((end) => path.join(place.socketDir, `.s.PGSQL.5432${end}`)),
  ])
    rmSync(file, { force: true })
}
