import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { readMailboxJob } from './job-references.ts'
import { leaveMailbox } from './leave-mailbox.ts'
import { orderWaitingMarks } from './marks.ts'
import { beginReading } from './readings.ts'

/** A mailbox that allows its mail is read at once. */
export const enterMail = contribution({
  name: 'enter-mail',
  to: connected,
  async run({ connectionId, enqueue }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, connectionId)
    if (!mailbox?.has_mail) return
    await beginReading(db, orgId, connectionId, new Date())
    await enqueue(readMailboxJob, { orgId, mailboxId: connectionId })
    await orderWaitingMarks(db, orgId, connectionId, enqueue)
  },
})

/** The copy goes with the mailbox; what is part of a conversation of the team stays. */
export const leaveMail = contribution({
  name: 'leave-mail',
  to: disconnected,
  async run({ connectionId }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, connectionId)
    if (mailbox) await leaveMailbox(db, orgId, connectionId, mailbox.kind === 'team')
  },
})
