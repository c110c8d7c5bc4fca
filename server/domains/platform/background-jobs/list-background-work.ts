import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize, shape } from '#shapes'
import { workElsewhere } from './moments.ts'
import { countWork, Decision, findDecisions, findWork, findWorkerSeen, Work, WorkCursor, WorkState } from './work.ts'

const decisionsShown = 5

const WorkElsewhere = shape('WorkElsewhere', { name: z.enum(['workflow_runs']), failed: z.int(), paused: z.int() })

export const listBackgroundWork = action({
  name: 'list-background-work',
  summary: 'List background work',
  description:
    'Jobs that are queued, running or dead (all attempts failed), webhook events that could not be processed, and events for which a reaction failed, newest first, with the reason and the next attempt. Completed work is not listed; dead jobs are kept for 90 days. `decided` contains the latest decisions of members about such work.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ state: WorkState.optional(), cursor: WorkCursor.optional(), limit: PageSize }),
  output: z.object({
    work: z.array(Work),
    counts: z.object({ waiting: z.int(), running: z.int(), held: z.int(), dead: z.int(), failed: z.int() }),
    elsewhere: z
      .array(WorkElsewhere)
      .describe(
        'What needs a person and is listed elsewhere: runs of workflows in list-runs. 1,001 stands for more than 1,000',
      ),
    decided: z.array(Decision),
    worker_seen_at: z.iso
      .datetime()
      .nullable()
      .describe('The last sign of a worker, to ten seconds. If that is minutes ago, no worker is running'),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
  examples: [
    { title: 'The newest work', input: {} },
    { title: 'Dead jobs', input: { state: 'dead', limit: 20 } },
  ],

  async run({ state, cursor, limit }, { org, db, within, summaryOf }) {
    const { work, nextCursor } = await findWork(db, org.id, { state, cursor, limit }, summaryOf)
    return {
      work,
      counts: await countWork(db, org.id),
      elsewhere: await within(db, org.id, workElsewhere, null),
      decided: await findDecisions(db, org.id, decisionsShown, summaryOf),
      worker_seen_at: (await findWorkerSeen(db))?.toISOString() ?? null,
      next_cursor: nextCursor,
    }
  },
})
