import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordErrors } from '../records/errors.ts'
import { mergeCompanies as merge } from './company-merges.ts'
import { companyErrors } from './errors.ts'

export const mergeCompanies = action({
  name: 'merge-companies',
  summary: 'Merge two companies',
  description:
    'The source is then shown as the target, with all its contacts, deals, notes, files, tags and fields; the target keeps its own values and gets the domain and the owner that it lacks. Email addresses at the domain of either belong to it. The id of the source answers with the target. Nothing is moved or lost: `undo-company-merge` undoes it completely. `mergeId` is null if they were already merged.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'companies:write',
  input: z.object({
    sourceId: z.uuid(),
    targetId: z.uuid().describe('The company to keep'),
    reason: z.string().trim().max(500).optional(),
  }),
  output: z.object({ success: z.literal(true), mergeId: z.uuid().nullable() }),
  errors: [companyErrors.company_not_found, companyErrors.merge_companies_same, recordErrors.record_in_bin],
  examples: [
    {
      title: 'A branch that was entered as a company of its own',
      input: {
        sourceId: '01980000-0000-7000-8000-000000000000',
        targetId: '01980000-0000-7000-8000-000000000001',
        reason: 'The same legal entity',
      },
    },
  ],

  async run({ sourceId, targetId, reason }, { db, org, person }) {
    const merged = await merge(db, org.id, { sourceId, targetId, reason: reason || null, personId: person?.id ?? null })
    return { success: true as const, mergeId: merged?.mergeId ?? null }
  },
})
