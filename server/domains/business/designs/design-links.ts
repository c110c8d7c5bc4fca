import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { ContactReference, Reference, shape } from '#shapes'

export type DesignLinkRow = Selectable<Tables['design_links']>

/** What a design is linked to. */
export interface LinkTarget {
  readonly dealId: string | null
  readonly contactId: string | null
}

export const DesignLink = shape('DesignLink', {
  id: z.uuid(),
  deal: Reference.nullable(),
  contact: ContactReference.nullable(),
  linked_at: z.iso.datetime(),
})

/** A second link of the same two changes nothing. Answers the id of the one that is there. */
export const linkDesign = async (
  db: Db,
  orgId: string,
  designId: string,
  { dealId, contactId }: LinkTarget,
  personId: string | null,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const target = { deal_id: dealId, contact_id: contactId }
  const made = await db
    .insertInto('design_links')
    .values({ org_id: orgId, id: newId(), design_id: designId, ...target, linked_by: personId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await db
    .selectFrom('design_links')
    .select('id')
    .where('org_id', '=', orgId)
    .where('design_id', '=', designId)
    .where(dealId === null ? 'contact_id' : 'deal_id', '=', dealId ?? contactId)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

/** Answers the design that was linked; undefined where there was no such link. */
export const unlinkDesign = async (db: Db, orgId: string, linkId: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('design_links')
      .where('org_id', '=', orgId)
      .where('id', '=', linkId)
      .returning('design_id')
      .executeTakeFirst()
  )?.design_id

/** Links of designs, by the design; a contact by the record that stands for the person now. */
export const findLinks = async (
  db: Db,
  orgId: string,
  designIds: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof DesignLink>[]>> => {
  const { rows } = await sql<{
    id: string
    design_id: string
    linked_at: Date
    deal_id: string | null
    deal_name: string | null
    contact_id: string | null
    contact_name: string | null
  }>`
    select l.id, l.design_id, l.linked_at, d.id as deal_id, d.name as deal_name, c.id as contact_id, c.full_name as contact_name
    from design_links l
    left join deals d on d.org_id = l.org_id and d.id = l.deal_id
    left join contacts linked on linked.org_id = l.org_id and linked.id = l.contact_id
    left join contacts c on c.org_id = l.org_id and c.id = ${rootId('linked')}
    where l.org_id = ${orgId} and l.design_id = any(${[...designIds]}::uuid[])
    order by l.id`.execute(db)
  const links = new Map<string, z.output<typeof DesignLink>[]>()
  for (const row of rows) {
    const deal = row.deal_id === null ? null : { id: row.deal_id, name: row.deal_name ?? '' }
    const contact = row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name }
    const link = { id: row.id, deal, contact, linked_at: row.linked_at.toISOString() }
    links.set(row.design_id, [...(links.get(row.design_id) ?? []), link])
  }
  return links
}
