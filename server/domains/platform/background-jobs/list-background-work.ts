import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { countWork, Decision, findDecisions, findWork, findWorkerSeen, Work, WorkCursor, WorkState } from './work.ts'

const decisionsShown = 5

export const listBackgroundWork = action({
  name: 'list-background-work',
  summary: 'List the work that goes on in the background',
  description:
    'Jobs that wait, run, or are dead because their tries are used up, requests of providers that could not be read, and events at which a reaction to them failed, newest first, with why and when the next try is. What is done leaves the list; dead jobs are kept for 90 days. `decided` are the newest decisions of people about such work.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ state: WorkState.optional(), cursor: WorkCursor.optional(), limit: PageSize }),
  output: z.object({
    work: z.array(Work),
    counts: z.object({ waiting: z.int(), running: z.int(), held: z.int(), dead: z.int(), failed: z.int() }),
    decided: z.array(Decision),
    worker_seen_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'When a worker was last here, to ten seconds. Where that is minutes ago, none runs and all of this waits for one',
      ),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
  examples: [
    { title: 'The newest', input: {} },
    { title: 'What is dead', input: { state: 'dead', limit: 20 } },
  ],

  async run({ state, cursor, limit }, { org, db, summaryOf }) {
    const { work, nextCursor } = await findWork(db, org.id, { state, cursor, limit }, summaryOf)
    return {
      work,
      counts: await countWork(db, org.id),
      decided: await findDecisions(db, org.id, decisionsShown, summaryOf),
      worker_seen_at: (await findWorkerSeen(db))?.toISOString() ?? null,
      next_cursor: nextCursor,
    }
  },
})
