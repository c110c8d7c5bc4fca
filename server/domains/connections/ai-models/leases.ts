import type { Db } from '#core/context.ts'
import type { Log } from '#core/log.ts'
import { leasedUntil, leaseMs } from './reservations.ts'

interface Leasing {
  readonly inOrg: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  readonly log: Log
}

/** Says again and again that a call lives, until it has ended. */
export const keepLeases = ({ inOrg, log }: Leasing, orgId: string, id: string): { end(): void } => {
  const beating = setInterval(() => {
    inOrg((db) =>
      db
        .updateTable('ai_reservations')
        .set({ lease_until: leasedUntil })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute(),
    ).catch((error: unknown) => log.warn({ err: error, call: id }, 'an AI call could not say that it lives'))
  }, leaseMs / 3)
  return { end: () => clearInterval(beating) }
}
