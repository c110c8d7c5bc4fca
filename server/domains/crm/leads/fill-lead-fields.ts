import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { findFields } from '../fields/fields.ts'
import { fillFields } from '../fields/record-fields.ts'
import { leadsReadSince } from '../fields/settings.ts'
import { leadEvents } from './events.ts'
import { fieldsFor, givenFields, type LeadBody } from './lead-fields.ts'

/** Behind the answer: intake has microseconds, and is the same for all who have no such fields. */
export const fillLeadFields = reaction({
  name: 'fill-lead-fields',
  summary: 'Set fields of leads by what came with them',
  on: [leadEvents.received],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`
      select orgs_with_lead_fields as org_id from foyer.orgs_with_lead_fields()`.execute(db)
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org }) {
    const ids = events.map(({ subjectId }) => subjectId)
    const { rows } = await sql<LeadBody & { id: string }>`
      select id, via, received, received_at, metadata from leads
      where org_id = ${org.id} and id = any(${ids}::uuid[]) and (received like '%"fields"%' or metadata ? 'fields')
      order by id`.execute(db)
    if (rows.length === 0) return
    const since = await leadsReadSince(db, org.id)
    const fields = await findFields(db, org.id, { kind: 'lead' })
    const found = rows.flatMap((lead) => {
      const given = givenFields(lead, since)
      return given ? { id: lead.id, ...given } : []
    })
    for (const isForm of [true, false]) {
      const given = new Map(found.filter((each) => each.isForm === isForm).map(({ id, given }) => [id, given]))
      if (given.size > 0) await fillFields(db, org.id, 'lead', given, fieldsFor({ isForm }, fields))
    }
  },
})
