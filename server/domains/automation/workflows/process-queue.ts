import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'

/** Decisions, "process_queue". */
const longestMs = 25_000
const lookMs = 100

export const processQueue = action({
  name: 'process_queue',
  summary: 'Wait until what is due is done',
  description:
    'Workers do what is due in any case. This waits, for 25 seconds at most, until they have done up to `limit` of what is due in this workspace now, and says how much is left. Asked twice at once, each piece of work is still done once.',
  who: 'admin',
  transports: ['gateway', 'function'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  output: z.object({
    success: z.literal(true),
    processed: z.int().describe('Steps and jobs that ended meanwhile'),
    remaining: z.int().describe('What is still due'),
  }),
  errors: [],
  examples: [{ title: 'The next hundred', input: { limit: 100 } }],

  async run({ limit }, { org, inOrg, now }) {
    const begunMs = performance.now()
    const since = now()
    let processed = 0
    let remaining = 0
    for (;;) {
      const counted = await inOrg(({ db }) => count(db, org.id, since, limit))
      processed = counted.processed
      remaining = counted.remaining
      if (remaining === 0 || processed >= limit || performance.now() - begunMs > longestMs) break
      await sleep(lookMs)
    }
    return { success: true as const, processed: Math.min(processed, limit), remaining }
  },
})

/** Runs that are due, jobs of the workspace that are due, and what of both ended since. */
const count = async (db: Db, orgId: string, since: Date, limit: number): Promise<{ processed: number; remaining: number }> => {
  const { rows } = await sql<{ processed: number; remaining: number }>`
    select
      (select count(*)::int from (select from workflow_steps where org_id = ${orgId} and ended_at >= ${since} limit ${limit}) s) as processed,
      (select count(*)::int from (select from workflow_runs where org_id = ${orgId} and due_at <= now() limit 10000) r) as remaining`.execute(
    db,
  )
  return rows[0] ?? { processed: 0, remaining: 0 }
}
