import type { Db, Enqueue } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { connected } from '#domains/connections/connections/moments.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { mailboxShared } from '#domains/connections/mailboxes/moments.ts'
import { fileAgainJob } from './job-references.ts'
import { hideMailbox } from './mail-copies.ts'

export const fileSharedMails = contribution({
  name: 'file-shared-mails',
  to: mailboxShared,
  async run({ mailboxId, enqueue }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, mailboxId)
    if (mailbox) await hideMailbox(db, orgId, mailbox)
    await enqueue(fileAgainJob, { orgId, mailboxId })
  },
})

/** The address of a mailbox that is connected is one of ours: mail with it was among ourselves. */
export const fileColleaguesMails = contribution({
  name: 'file-colleagues-mails',
  to: connected,
  async run({ connectionId, enqueue }, { db, orgId }) {
    if (await findMailbox(db, orgId, connectionId)) await fileOursAgain(db, orgId, enqueue)
  },
})

/** Other addresses are of us than before: what stands in threads by personal mailboxes is looked at again. Conversations of the team stay as they are. */
export const fileOursAgain = async (db: Db, orgId: string, enqueue: Enqueue): Promise<void> => {
  const mailboxes = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where('has_mail', '=', true)
    .where('kind', '=', 'personal')
    .execute()
  for (const { id } of mailboxes) await enqueue(fileAgainJob, { orgId, mailboxId: id, isShown: true })
}
