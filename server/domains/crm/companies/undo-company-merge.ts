import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { undoCompanyMerge as undo } from './company-merges.ts'
import { companyErrors } from './errors.ts'

export const undoCompanyMerge = action({
  name: 'undo-company-merge',
  summary: 'Undo a merge of two companies',
  description:
    'Both companies are separate again, each with its own contacts, deals, notes, files, tags and fields, and the target loses the domain and the owner that it had only from the source.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'companies:write',
  input: z.object({ mergeId: z.uuid().describe('As `merge-companies` and `show-company` answer it') }),
  output: z.object({ success: z.literal(true) }),
  errors: [companyErrors.company_merge_not_found],
  examples: [{ title: 'Separate two companies', input: { mergeId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mergeId }, { db, org, person }) {
    await undo(db, org.id, mergeId, person?.id ?? null)
    return { success: true as const }
  },
})
