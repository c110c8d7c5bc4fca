import { sql } from 'kysely'
import { idFloor } from '#core/ids.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

export const auditRetention = retention({
  name: 'audit log',
  days: 'auditDays',
  about: 'Entries of the audit log',
  async ofOrg(db, { orgId, before }) {
    const { rows } = await sql<{ removed: number }>`
      select foyer.prune_audit(${orgId}, ${idFloor(before)}, ${batchRows}) as removed`.execute(db)
    return Number(rows[0]?.removed ?? 0)
  },
})
