import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { mergeEntries } from '../identities/merge-timeline.ts'
import { timelineParts } from '../identities/timeline-parts.ts'

/** How a company came together with others, and parted from them. Merges of its people are those of the people. */
export const companyMergeTimeline = contribution({
  name: 'company-merge-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      mergeEntries(orgId, most, {
        ...{ merges: sql`company_merges`, records: sql`companies`, name: sql`r.name` },
        ...{ cause: sql`case when m.person_id is null then 'key' else 'person' end`, reason: sql`m.reason` },
        group: sql`select r.id from record r where r.kind = 'company'
          union all select c.id from companies c, record r where c.org_id = ${orgId} and r.kind = 'company' and c.root_id = r.id`,
      }),
    ],
  }),
})
