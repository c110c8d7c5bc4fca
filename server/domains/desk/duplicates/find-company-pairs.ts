import { reaction } from '#core/events/reaction.ts'
import { companyEvents } from '#domains/crm/companies/events.ts'
import { recordFieldEvents } from '#domains/crm/fields/events.ts'
import { binEvents } from '../bin/events.ts'
import { matchCompanies } from './company-pairs.ts'

/** A company that a stranger's lead names is made by the domain of its address only: its name proposes a pair, and nothing is joined. */
export const findCompanyPairs = reaction({
  name: 'find-company-pairs',
  summary: 'Find companies that may be one',
  on: [
    companyEvents.changed,
    companyEvents.imported,
    companyEvents.merged,
    recordFieldEvents.changed,
    binEvents.deleted,
    binEvents.restored,
    binEvents.removed,
  ],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // A member sees them some time later: while many leads arrive at once, the machine is theirs.
  yields: { burstMs: 15_000, steadyMs: 3_000 },

  async run(events, { db, org }) {
    const ids = new Set<string>()
    for (const { type, subjectId, stored } of events) for (const id of companyIdsOf(type, subjectId, stored)) ids.add(id)
    await matchCompanies(db, org.id, [...ids])
  },
})

const companyIdsOf = (type: string, subjectId: string, facts: Readonly<Record<string, unknown>>): string[] => {
  switch (type) {
    case companyEvents.changed.type:
      return [subjectId]
    case companyEvents.imported.type:
      return Array.isArray(facts.ids) ? facts.ids.map(String) : []
    case companyEvents.merged.type:
      return [facts.source_id, facts.target_id].filter((id) => typeof id === 'string')
    default:
      return facts.kind === 'company' ? [subjectId] : []
  }
}
