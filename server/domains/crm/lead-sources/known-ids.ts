import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digest16 } from '../identities/digests.ts'
import type { LeadInput } from '../leads/lead-input.ts'
import type { KnownSource } from './source-kind.ts'
import type { ReadLead } from './source-leads.ts'

/** A lead of a source under one of the external_ids that were asked for, and the request that made it where that is kept with it. */
export interface KnownLead {
  readonly digest: string
  readonly received: string | null
}

/** Asks which of some external_ids are those of leads of a source: its workspace, its id, their digests. */
export const leadsOfSourceText = 'select digest, received from foyer.leads_of_source($1, $2, $3)'

/**
 * A lead under the id that it was taken under before, where its request had another one then: a webhook's from before each source had its
 * own, a form's in the ten minutes beside. What came under such an id is the same lead when it is sent again, and not a second one.
 */
export const underKnownId = async (
  orgId: string,
  { lead, otherIds }: ReadLead,
  look: (digests: readonly string[]) => Promise<readonly KnownLead[]>,
): Promise<LeadInput> => {
  if (otherIds.length === 0) return lead
  const digests = otherIds.map(({ id }) => digest16(orgId, 'external_id', id))
  const known = new Map((await look(digests)).map(({ digest, received }) => [digest, received]))
  const same = otherIds.find(({ isSame }, at) => {
    const received = known.get(digests[at] ?? '')
    return received !== undefined && (isSame?.(received) ?? true)
  })
  return same ? { ...lead, external_id: same.id } : lead
}

/** The same in a transaction. */
export const underKnownIdIn = (db: Db, { orgId, id }: Pick<KnownSource, 'orgId' | 'id'>, read: ReadLead): Promise<LeadInput> =>
  underKnownId(orgId, read, async (digests) => {
    const { rows } = await sql<KnownLead>`
      select digest, received from foyer.leads_of_source(${orgId}, ${id}, ${digests}::uuid[])`.execute(db)
    return rows
  })
