import { z } from 'zod'
import { action } from '#core/actions/action.ts'

/** A cheap authenticated action: one statement that reads one row. Its limit is there, and out of the way. */
export const showBench = action({
  name: 'show-bench',
  summary: 'The workspace, for the measurement',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 1_000_000_000, seconds: 60 },
  input: z.object({}),
  output: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  errors: [],
  async run(_input, { db, org }) {
    const row = await db
      .selectFrom('orgs')
      .select(['org_id as id', 'name', 'slug'])
      .where('org_id', '=', org.id)
      .executeTakeFirstOrThrow()
    return row
  },
})

/** Who issues the tokens: the candidates' own addresses differ from run to run. */
export const benchAddress = 'http://bench.localhost'
