import { contribution } from '#core/within.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { mailboxShared } from '#domains/connections/mailboxes/moments.ts'
import { fileAgainJob } from './job-references.ts'
import { hideMailbox } from './thread-mails.ts'

export const fileSharedMails = contribution({
  name: 'file-shared-mails',
  to: mailboxShared,
  async run({ mailboxId, enqueue }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, mailboxId)
    if (mailbox) await hideMailbox(db, orgId, mailbox)
    await enqueue(fileAgainJob, { orgId, mailboxId })
  },
})
