import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'

/** What events keep of a deal, and other programs are told. */
export const DealFacts = shape('DealEventData', {
  id: z.uuid().describe('The deal'),
  contact_id: z.uuid().nullable().describe('The canonical record of its first contact; null: the deal has none'),
  name: z.string(),
  kind: z.string().describe('Its origin: prd, web_chat, whatsapp, voice, lead or manual'),
  state: z.string().describe('open, won, lost or linked'),
  status: z.string().describe('The slug of its stage'),
  stage: z.string().describe('The name of its stage'),
  value_minor: z.int().nullable().describe('In the smallest unit of the currency'),
  currency: z.string().nullable().describe('ISO 4217'),
  close_on: z.iso.date().nullable().default(null).describe('When it is expected to close'),
  chance: z.int().nullable().default(null).describe('Per cent, where it has one of its own; null: that of its stage'),
  assigned_to: z.uuid().nullable(),
  lost_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})
export type DealFacts = z.output<typeof DealFacts>

/** As they stand now. */
export const findDealFacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<DealFacts[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deals')
    .innerJoin('stages', (join) => join.onRef('stages.org_id', '=', 'deals.org_id').onRef('stages.id', '=', 'deals.stage_id'))
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.org_id', '=', 'deals.org_id').onRef('contacts.id', '=', 'deals.contact_id'),
    )
    .where('deals.org_id', '=', orgId)
    .where('deals.id', 'in', ids)
    .select([
      'deals.id',
      'deals.name',
      'deals.kind',
      'deals.state',
      'deals.value_minor',
      'deals.currency',
      'deals.close_on',
      'deals.chance',
    ])
    .select(['deals.assigned_to', 'deals.lost_reason', 'deals.created_at', 'deals.closed_at', 'deals.contact_id'])
    .select(['stages.slug', 'stages.name as stage', 'contacts.root_id'])
    .execute()
  return rows.map(dealFactsIn)
}

/** A deal with its stage and its contact. */
export interface DealWithStage extends Omit<DealFacts, 'status' | 'created_at' | 'closed_at'> {
  readonly slug: string
  readonly root_id: string | null
  readonly created_at: Date
  readonly closed_at: Date | null
}

export const dealFactsIn = ({ slug, root_id, created_at, closed_at, ...deal }: DealWithStage): DealFacts => ({
  ...deal,
  contact_id: root_id ?? deal.contact_id,
  status: slug,
  created_at: created_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
})

/** One that is there. */
export const dealFactsOf = async (db: Db, orgId: string, id: string): Promise<DealFacts> => {
  const [deal] = await findDealFacts(db, orgId, [id])
  if (!deal) throw new Error('a locked deal is missing')
  return deal
}
