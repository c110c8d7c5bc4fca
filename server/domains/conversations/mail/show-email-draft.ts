import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { EmailDraftDetail, findDraft, shownDraftDetail } from './email-drafts.ts'
import { findFilesOfDraft } from './email-files.ts'
import { emailErrors } from './errors.ts'

export const showEmailDraft = action({
  name: 'show-email-draft',
  summary: 'Show an email that you are writing',
  description: 'Your own: as it was saved last, with its files.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ draftId: z.uuid() }),
  output: z.object({ draft: EmailDraftDetail }),
  errors: [emailErrors.email_draft_not_found],
  examples: [{ title: 'One', input: { draftId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ draftId }, { db, org, person }) {
    const row = await findDraft(db, org.id, person.id, draftId)
    return { draft: shownDraftDetail(row, await findFilesOfDraft(db, org.id, draftId)) }
  },
})
