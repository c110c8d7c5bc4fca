import { type AuditEntry, recordAudit } from '#core/actions/audit.ts'
import type { Log } from '#core/log.ts'
import { type Behind, makeWriteBehind } from '#core/write-behind.ts'
import type { Database } from '#db/connect.ts'
import { findPerson, firstOrganization } from './users.ts'

/**
 * Writes sign-ins that were refused into the Activity of the workspace that they would have led to. Well behind the answer, and
 * outside any transaction: whether a notice was sent must not show in the response time.
 */
export const openRefusedSignIns = ({ db, inOrg }: Pick<Database, 'db' | 'inOrg'>, log: Log): Behind<AuditEntry> =>
  makeWriteBehind({
    async keep([entry]) {
      const person = entry?.personId ? await findPerson(db, entry.personId) : undefined
      const orgId = person && (await firstOrganization(db, person))
      if (entry && orgId) await inOrg(orgId, (inside) => recordAudit(inside, orgId, entry))
    },
    drop: (entries, error) => log.warn({ err: error, entries }, 'failed sign-ins could not be recorded'),
    atOnce: 1,
    most: 1_000,
    gatherMs: 250,
  })
