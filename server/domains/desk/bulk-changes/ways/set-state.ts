import { changeLeads, lockLeadFacts } from '#domains/crm/leads/lead-changes.ts'
import { LeadState } from '#domains/crm/leads/states.ts'
import { changedSince, together, unchanged, undone, way } from './way.ts'

/** Of leads. One of which a deal was made keeps saying so. */
export const setState = way({
  type: 'set_state',

  async apply({ db, orgId, personId }, ids, { state, reason }) {
    const leads = await lockLeadFacts(db, orgId, ids)
    const open = leads.filter((lead) => lead.state !== 'deal')
    const changed = new Set(await changeLeads(db, orgId, open, { state, reason }, personId))
    return leads.map((lead) => {
      const { id } = lead
      if (lead.state === 'deal') return { id, state: 'skipped', reason: 'has_deal' }
      if (!changed.has(id)) return unchanged(id)
      const before = { state: lead.state, reason: lead.state_reason }
      return { id, state: 'done', before, after: { state, reason: reason ?? null } }
    })
  },

  async undo({ db, orgId, personId }, rows) {
    const leads = await lockLeadFacts(
      db,
      orgId,
      rows.map(({ record_id }) => record_id),
    )
    const now = new Map(leads.map((lead) => [lead.id, lead]))
    const stands = rows.filter(({ record_id, after }) => {
      const lead = now.get(record_id)
      return lead?.state === after.state && lead?.state_reason === after.reason
    })
    for (const same of together(stands, ({ before }) => before)) {
      const ids = new Set(same.map(({ record_id }) => record_id))
      const before = same[0]?.before
      const back = { state: LeadState.parse(before?.state), reason: before?.reason as string | null }
      const of = leads.filter(({ id }) => ids.has(id))
      await changeLeads(db, orgId, of, back, personId)
    }
    return rows.map((row) => (stands.includes(row) ? undone(row) : changedSince(row)))
  },
})
