import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { lockCompanyGroups, topCompany } from '#domains/crm/companies/company-groups.ts'
import { companyErrors } from '#domains/crm/companies/errors.ts'
import { companyPairs, matchCompanies } from './company-pairs.ts'
import { dismissPair } from './pairs.ts'

export const dismissCompanyDuplicate = action({
  name: 'dismiss-company-duplicate',
  summary: 'Say that two companies are not the same',
  description:
    'They are not proposed again, whatever changes, also when either is merged with another company. `undo: true` takes that back.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'companies:write',
  input: z.object({ companyId: z.uuid(), otherId: z.uuid(), undo: z.boolean().default(false) }),
  output: z.object({ success: z.literal(true) }),
  errors: [companyErrors.company_not_found, companyErrors.merge_companies_same],
  examples: [
    {
      title: 'Two bakeries of one name',
      input: {
        companyId: '01980000-0000-7000-8000-000000000000',
        otherId: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],

  async run({ companyId, otherId, undo }, { db, org, person, fail }) {
    const rows = await lockCompanyGroups(db, org.id, [companyId, otherId])
    const [one, other] = [topCompany(rows, companyId), topCompany(rows, otherId)]
    if (!one || !other || one.removed_at !== null || other.removed_at !== null) throw fail('company_not_found')
    if (one.id === other.id) throw fail('merge_companies_same')
    await dismissPair(db, org.id, companyPairs, [one.id, other.id], { personId: person?.id ?? null, isUndone: undo })
    if (undo) await matchCompanies(db, org.id, [one.id, other.id])
    return { success: true as const }
  },
})
