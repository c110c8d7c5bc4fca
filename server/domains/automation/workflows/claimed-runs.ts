import { setImmediate as breathe } from 'node:timers/promises'
import { isDatabaseAway } from '#db/connect.ts'
import { deafWaits, type Going, goOn, openRun } from './course.ts'
import type { EffectParts } from './doings.ts'
import { hearPast } from './event-waits.ts'
import type { Versions } from './published-versions.ts'
import { bytesHeld, mostBytesAtOnce } from './run-bytes.ts'
import { type ClaimedRun, pauseRun } from './runs.ts'
import { type Stored, storeAll } from './store.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

/** Of workers that ended while they had a run; then a person looks at it first. */
const mostDeaths = 5
/** So long runs are computed before others have the thread: reactions and answers of one workspace wait for it at each of their statements. */
const sliceMs = 10

type Parts = Pick<EffectParts, 'database' | 'metrics' | 'log' | 'settings'>

/**
 * Computes what was claimed of one workspace, and writes it, as many runs with one commit as have room in memory by what they come to. Answers those of each
 * commit, with the thread of each that is about to do something outside. A run at which workers die, that is not understood, or that cannot be written is
 * put before a person: it holds up no other.
 */
export async function* computeClaimed(
  parts: Parts,
  versions: Versions,
  orgId: string,
  claimed: readonly ClaimedRun[],
): AsyncGenerator<Stored[]> {
  const { database } = parts
  const found = await Promise.allSettled(claimed.map((run) => versions.of(database.inOrg, run)))
  const programs = found.map((each) => (each.status === 'fulfilled' ? each.value.program : null))
  const surroundings = await database.inOrg(orgId, (db) =>
    surroundingsOf(db, orgId, {
      needsHours: programs.some((program) => program?.needsHours),
      contactIds: claimed.flatMap(({ contact_id }, at) => (programs[at]?.needsContactZone && contact_id ? contact_id : [])),
      caps: parts.settings.workflows,
    }),
  )
  let [together, bytes] = [[] as Stored[], 0]
  let sliceEndsMs = performance.now() + sliceMs
  for (const run of claimed) {
    if (performance.now() > sliceEndsMs) {
      await breathe()
      sliceEndsMs = performance.now() + sliceMs
    }
    const going = await open(parts, versions, run, surroundings)
    if (!going) continue
    together.push({ going, thread: going.pause ? null : goneOn(parts, going) })
    bytes += bytesHeld(going)
    if (bytes < mostBytesAtOnce) continue
    await store(parts, orgId, together)
    yield together
    ;[together, bytes] = [[], 0]
  }
  if (together.length === 0) return
  await store(parts, orgId, together)
  yield together
}

const notUnderstood = { code: 'not_understood', reason: 'The run could not go on: the log of the server says why.' }

/** With what it waited for, where that is there. Nothing of a run that cannot be opened. */
const open = async (parts: Parts, versions: Versions, run: ClaimedRun, surroundings: Surroundings): Promise<Going | null> => {
  const { database, log } = parts
  try {
    const deaf = deafWaits(run)
    if (deaf.length > 0) await database.inOrg(run.org_id, (db) => hearPast(db, run, deaf))
    const going = openRun(run, await versions.of(database.inOrg, run), surroundings)
    if (run.deaths >= mostDeaths)
      going.pause = { code: 'workers_died', reason: `${run.deaths} workers ended while they had this run.` }
    return going
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, run: run.id }, 'a run could not be opened')
    await pauseRun(database, run, notUnderstood)
    return null
  }
}

const goneOn = ({ log }: Parts, going: Going): Stored['thread'] => {
  try {
    return goOn(going)
  } catch (error) {
    log.error({ err: error, run: going.run.id }, 'a run could not be computed')
    going.pause = notUnderstood
    return null
  }
}

/** All at once; where that fails, one by one, so that what cannot be written stands alone. */
const store = async (parts: Parts, orgId: string, opened: readonly Stored[]): Promise<void> => {
  try {
    await storeAll(parts, orgId, opened)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    for (const each of opened)
      await storeAll(parts, orgId, [each]).catch(async (alone: unknown) => {
        parts.log.error({ err: alone, run: each.going.run.id }, 'a run could not be written')
        each.thread = null
        await pauseRun(parts.database, each.going.run, {
          code: 'not_written',
          reason: 'What the run came to could not be stored.',
        })
      })
  }
}
