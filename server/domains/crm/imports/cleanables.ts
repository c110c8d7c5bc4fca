import { sql } from 'kysely'
import { countExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { contribution } from '#core/within.ts'
import { type Cleanable, cleaning, daysBefore } from '#domains/platform/retention/cleanables.ts'
import { forgetUpload } from './forgotten-uploads.ts'
import { findUpload } from './uploads.ts'

/** A file that brought no lead can be gone on with for so long. */
const untouchedDays = 90
/** Each is a handful of statements and the names of its parts. */
const lot = 50

/** Files that brought no lead, or whose import was undone, as `remove-upload` takes them. Those with leads stay: leads come of them. */
export const cleanableUploads = contribution({
  name: 'cleanables-of-imports',
  to: cleaning,
  run: async ({ now, enqueue }, { orgId }) => {
    const untouched: ExpiredRows = {
      table: 'uploads',
      where: sql`org_id = ${orgId} and moved_at < ${daysBefore(now, untouchedDays)}
        and state not in ('checking', 'importing', 'undoing') and (imported_rows = 0 or state = 'undone')`,
      at: sql`moved_at`,
    }
    const uploads: Cleanable = {
      kind: 'uploads',
      keptDays: untouchedDays,
      count: (db) => countExpired(db, untouched),
      async remove(db) {
        const { rows } = await sql<{ id: string }>`
          select id from uploads where ${untouched.where} order by id limit ${lot} for update`.execute(db)
        for (const { id } of rows) await forgetUpload(db, await findUpload(db, orgId, id), enqueue)
        return rows.length
      },
    }
    return [uploads]
  },
})
