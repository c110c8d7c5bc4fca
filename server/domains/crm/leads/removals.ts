import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { forgetEdits } from '../edits/edits.ts'
import { forgetFields } from '../fields/record-fields.ts'
import { forgetTags } from '../tags/record-tags.ts'

export interface RemovedLead {
  readonly id: string
  readonly contact_id: string
  /** Its first day, in UTC, as the quota counts. */
  readonly month: string
  readonly made_contact: boolean
}

/**
 * Removes the newest leads of a file. Newest first, because the lead that made a contact is the oldest of its leads here: as long as it
 * stands, it is known who made the contact. Both were written by one transaction and bear its time.
 */
export const removeLeadsOfUpload = async (db: Db, orgId: string, uploadId: string, most: number): Promise<RemovedLead[]> => {
  const { rows } = await sql<RemovedLead>`
    with gone as (
      delete from leads l
      where l.org_id = ${orgId} and l.id in (
        select n.id from leads n where n.org_id = ${orgId} and n.upload_id = ${uploadId} order by n.id desc limit ${most})
      returning l.id, l.contact_id, l.received_at
    )
    select g.id, g.contact_id, to_char(date_trunc('month', g.received_at at time zone 'UTC'), 'YYYY-MM-DD') as month,
           c.created_at = g.received_at as made_contact
    from gone g join contacts c on c.org_id = ${orgId} and c.id = g.contact_id`.execute(db)
  await forgetParts(db, orgId, rows)
  return rows
}

export const removeDemoLeads = async (db: Db, orgId: string): Promise<string[]> => {
  const gone = await db.deleteFrom('leads').where('org_id', '=', orgId).where('via', '=', 'demo').returning('id').execute()
  await forgetParts(db, orgId, gone)
  return gone.map(({ id }) => id)
}

/** What leads had that stands in tables of its own. */
export const forgetParts = async (db: Db, orgId: string, leads: readonly { readonly id: string }[]): Promise<void> => {
  const ids = leads.map(({ id }) => id)
  await forgetTags(db, orgId, ids)
  await forgetFields(db, orgId, ids)
  await forgetEdits(db, orgId, ids)
}

/** How a lead of the demo stands by now. */
export interface LeadLife {
  /** Null: new. */
  readonly state: string | null
  readonly state_reason: string | null
  readonly state_at: Date | null
  readonly state_by: string | null
  readonly owner_id: string | null
  readonly waits: boolean
}

/** Moves demo leads into the past, and on to where they stand. Received leads are immutable, so each is written again. */
export const backdateLeads = async (
  db: Db,
  orgId: string,
  times: ReadonlyMap<string, Date>,
  lives: ReadonlyMap<string, LeadLife>,
): Promise<void> => {
  const ids = [...times.keys()]
  if (ids.length === 0) return
  const leads = await db.deleteFrom('leads').where('org_id', '=', orgId).where('id', 'in', ids).returningAll().execute()
  await db
    .insertInto('leads')
    .values(
      leads.map((lead) => ({
        ...lead,
        metadata: JSON.stringify(lead.metadata),
        consent: lead.consent === null ? null : JSON.stringify(lead.consent),
        received_at: times.get(lead.id) as Date,
        ...lives.get(lead.id),
      })),
    )
    .execute()
}
