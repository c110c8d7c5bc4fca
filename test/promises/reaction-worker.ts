import { sql } from 'kysely'
import { z } from 'zod'
import { event } from '#core/events/event.ts'
import { reaction } from '#core/events/reaction.ts'
import { followReactions, type RunnerParts } from '#core/events/runner.ts'
import { makeLog } from '#core/log.ts'
import { openDatabase, type Target } from '#db/connect.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'

export const counted = event({
  type: 'test.counted',
  about: 'For a test.',
  facts: z.object({ n: z.int(), isBad: z.boolean().default(false) }),
})

/** Writes down each event that it sees, with nothing that would hide a second time. */
export const seeing = (name: string, atLast: 'stop' | 'pass' = 'stop', isMended = false) =>
  reaction({
    name,
    summary: 'For a test',
    on: [counted],
    failing: { retries: 1, delaySeconds: 0, atLast },
    async run(events, { db, org }) {
      for (const { id, facts } of events) {
        await sql`insert into foyer.seen (reaction, org_id, event_id) values (${name}, ${org.id}, ${id})`.execute(db)
        if (facts?.isBad && !isMended) throw new Error('this one does not work')
      }
    },
  })

export const partsAt = (target: Target): RunnerParts => ({
  database: openDatabase(target, { application: 'foyer test reactions', connections: 2, onError: () => {} }),
  log: makeLog({ level: 'fatal' }),
  enqueueIn: async () => {},
  settings: { workflows: usualCaps },
  idleMs: 10,
})

// A worker in a process of its own, to be killed.
if (import.meta.main) {
  followReactions(partsAt(JSON.parse(process.argv[2] ?? '')), [seeing('seeing')])
  process.stdin.resume()
  process.stdin.on('end', () => process.exit(0))
}
