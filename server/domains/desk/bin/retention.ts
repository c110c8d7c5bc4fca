import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { binKinds, restorableDays } from './bin-kinds.ts'
import { listedInBin } from './binned-records.ts'
import { removeForGood } from './removals.ts'

/** A contact takes its leads and messages along: some dozen at once hold their locks for some ten milliseconds. */
const lot = 20

/** What was in the bin for its time. Of a kind so many at once; `batchRows` says that there may be more. */
export const binRetention = retention({
  name: 'bin',
  days: restorableDays,
  about: 'Deleted contacts, companies, leads, deals and tasks, with their notes and files',

  async ofOrg(db, { orgId, before, within }) {
    for (const kind of binKinds) {
      const { rows } = await sql<{ id: string }>`
        select id from ${listedInBin(orgId, kind)} r where r.deleted_at < ${before} order by r.deleted_at, r.id limit ${lot}`.execute(
        db,
      )
      if (rows.length === 0) continue
      await removeForGood(
        db,
        orgId,
        kind,
        rows.map(({ id }) => id),
        { personId: null, within },
      )
      return batchRows
    }
    return 0
  },
})
