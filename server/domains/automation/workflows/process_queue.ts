import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { countDue, countEnded, findDue } from './due-work.ts'

/** Decisions, "process_queue". */
const longestMs = 25_000
const lookMs = 200

export const processQueue = action({
  name: 'process_queue',
  summary: 'Drain what is due now',
  description:
    'Workers do what is due in any case. This waits, for 25 seconds at most, until they have done up to `limit` of the runs of workflows and jobs that are due in this workspace now, and no other. `remaining` above 0 at the end: there was more, or no worker runs. Asked twice at once, each piece of work is still done once.',
  who: 'admin',
  transports: ['gateway', 'function'],
  effect: 'write',
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  output: z.object({
    success: z.literal(true),
    processed: z.int().describe('Steps and jobs that ended meanwhile, `limit` at most'),
    remaining: z.int().describe('Runs and jobs that are still due, or under way; 10,000 stands for that many and more'),
  }),
  errors: [],
  examples: [{ title: 'The next hundred', input: { limit: 100 } }],

  async run({ limit }, { org, inOrg }) {
    const begunMs = performance.now()
    const due = await inOrg(({ db }) => findDue(db, org.id, limit))
    for (;;) {
      const { processed, isDone } = await inOrg(({ db }) => countEnded(db, org.id, due, limit))
      if (isDone || processed >= limit || performance.now() - begunMs > longestMs)
        return { success: true as const, processed, remaining: await inOrg(({ db }) => countDue(db, org.id)) }
      await sleep(lookMs)
    }
  },
})
