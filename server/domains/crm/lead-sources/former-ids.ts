import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digest16 } from '../identities/digests.ts'
import type { LeadInput } from '../leads/lead-input.ts'
import type { KnownSource } from './source-kind.ts'
import type { ReadLead } from './source-leads.ts'

/** Asks whether a source brought the lead whose external_id has a digest: its workspace, its id, the digest. */
export const isLeadOfSourceText = 'select foyer.is_lead_of_source($1, $2, $3) as is_known'

/**
 * Ids of webhooks stood in the workspace as their senders wrote them, before each source had its own. What came under such an id then is the
 * same lead when it is sent again, and not a second one.
 */
export const underFormerId = async (
  orgId: string,
  { lead, formerId }: ReadLead,
  isKnown: (digest: string) => Promise<boolean>,
): Promise<LeadInput> =>
  formerId !== null && (await isKnown(digest16(orgId, 'external_id', formerId))) ? { ...lead, external_id: formerId } : lead

/** The same in a transaction. */
export const underFormerIdIn = (db: Db, { orgId, id }: Pick<KnownSource, 'orgId' | 'id'>, read: ReadLead): Promise<LeadInput> =>
  underFormerId(orgId, read, async (digest) => {
    const { rows } = await sql<{ is_known: boolean }>`
      select foyer.is_lead_of_source(${orgId}, ${id}, ${digest}) as is_known`.execute(db)
    return rows[0]?.is_known ?? false
  })
