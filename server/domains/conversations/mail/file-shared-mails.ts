import { contribution } from '#core/within.ts'
import { mailboxShared } from '#domains/connections/mailboxes/moments.ts'
import { fileAgainJob } from './job-references.ts'

export const fileSharedMails = contribution({
  name: 'file-shared-mails',
  to: mailboxShared,
  run: ({ mailboxId, enqueue }, { orgId }) => enqueue(fileAgainJob, { orgId, mailboxId }),
})
