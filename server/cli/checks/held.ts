import type { Database } from '#db/connect.ts'
import { findHeld } from '#domains/platform/background-jobs/holds.ts'
// What is held is declared by all modules.
import '#domains/catalogue.ts'
import { ago, type Finding, warning } from './finding.ts'

/** Work that a restore holds until an owner releases it: it does not fail, and it is not sent. */
export const checkHeld = async (database: Database, now: Date): Promise<Finding[]> => {
  const findings: Finding[] = []
  const orgs = await database.db.selectFrom('directory.slugs').select(['org_id', 'slug']).orderBy('slug').execute()
  for (const { org_id: orgId, slug } of orgs) {
    const { held, heldAt } = await database.inOrg(orgId, (db) => findHeld(db, orgId))
    if (held.length === 0 || !heldAt) continue
    const numbers = held.map(({ kind, count }) => `${count.toLocaleString('en')} ${kind}`).join(', ')
    findings.push(
      warning(
        'Held after restore',
        `${slug}, for ${ago(now.getTime() - heldAt.getTime())}: ${numbers}`,
        'An owner can release it in Settings → Background jobs; `npx foyer held --release all` releases it for every workspace.',
      ),
    )
  }
  return findings
}
