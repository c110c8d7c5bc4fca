import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { removeDraft } from './email-drafts.ts'
import { findFilesOfDraft, removeFile } from './email-files.ts'
import { emailErrors } from './errors.ts'

export const removeEmailDraft = action({
  name: 'remove-email-draft',
  summary: 'Discard an email that you are writing',
  description: 'Your own, with its files.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  input: z.object({ draftId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [emailErrors.email_draft_not_found],
  examples: [{ title: 'One', input: { draftId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ draftId }, { db, org, person, ports }) {
    await removeDraft(db, org.id, person.id, draftId)
    for (const file of await findFilesOfDraft(db, org.id, draftId)) await removeFile(db, ports.files, file)
    return { success: true as const }
  },
})
