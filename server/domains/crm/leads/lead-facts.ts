import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'

/** What events keep of where a lead stands, and other programs are told. What was received never changes, and stands in the lead. */
export const LeadFacts = shape('LeadEventData', {
  id: z.uuid().describe('The lead'),
  contact_id: z.uuid().describe('The canonical contact of the lead'),
  external_id: z.string().nullable(),
  source: z.string(),
  origin: z.string().describe('How it came: api, source, upload, replay or person (added by hand)'),
  name: z.string().nullable(),
  state: z.string().describe('new, contacted, qualified, not_fit or deal'),
  state_reason: z.string().nullable().describe('Why it is not a fit'),
  owner_id: z.uuid().nullable().describe('The member who takes care of it'),
})
export type LeadFacts = z.output<typeof LeadFacts>

interface LeadWithState extends Omit<LeadFacts, 'origin' | 'name' | 'state'> {
  readonly via: string
  readonly full_name: string | null
  readonly state: string | null
}

export const leadFactsIn = ({ via, full_name, state, ...lead }: LeadWithState): LeadFacts => ({
  ...{
    id: lead.id,
    contact_id: lead.contact_id,
    external_id: lead.external_id,
    source: lead.source,
    origin: via,
    name: full_name,
  },
  ...{ state: state ?? 'new', state_reason: lead.state_reason, owner_id: lead.owner_id },
})

/** As they stand now. */
export const findLeadFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<LeadFacts[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('leads')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.org_id', '=', 'leads.org_id').onRef('contacts.id', '=', 'leads.contact_id'),
    )
    .where('leads.org_id', '=', orgId)
    .where('leads.id', 'in', ids)
    .select(['leads.id', 'leads.external_id', 'leads.source', 'leads.via', 'leads.full_name', 'leads.state'])
    .select(['leads.state_reason', 'leads.owner_id', 'leads.contact_id', 'contacts.root_id'])
    .execute()
  return rows.map(({ root_id, ...lead }) => leadFactsIn({ ...lead, contact_id: root_id ?? lead.contact_id }))
}
