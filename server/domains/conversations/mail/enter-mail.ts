import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { mailboxLeaving, mailboxWatched } from '#domains/connections/mailboxes/moments.ts'
import { findProvider } from '#ports/providers.ts'
import { readMailboxJob, watchMailboxJob } from './job-references.ts'
import { countOfMailbox, leaveMailbox } from './leave-mailbox.ts'
import { orderWaitingMarks } from './marks.ts'
import { beginReading } from './readings.ts'
import { isWatchedAlone, retryMs } from './watches.ts'

/** A mailbox that allows its mail is read at once. */
export const enterMail = contribution({
  name: 'enter-mail',
  to: connected,
  async run({ connectionId, enqueue }, { db, orgId }) {
    const mailbox = await findMailbox(db, orgId, connectionId)
    if (!mailbox?.has_mail) return
    const now = new Date()
    const tells = findProvider(mailbox.provider)?.hints !== undefined
    const watchDueAt = tells ? new Date(now.getTime() + retryMs(connectionId)) : null
    await beginReading(db, orgId, connectionId, { now, watchDueAt })
    await enqueue(readMailboxJob, { orgId, mailboxId: connectionId })
    if (tells) await enqueue(watchMailboxJob, { orgId, mailboxId: connectionId })
    await orderWaitingMarks(db, orgId, connectionId, enqueue)
  },
})

/** Its provider tells of changes, and of no other workspace’s. */
export const showWatch = contribution({
  name: 'show-watch',
  to: mailboxWatched,
  run: async ({ mailboxId }, { db, orgId }) => isWatchedAlone(db, { orgId, mailboxId }),
})

/** For its owner, before it is disconnected. */
export const countLeavingMail = contribution({
  name: 'count-leaving-mail',
  to: mailboxLeaving,
  run: async ({ mailboxId }, { db, orgId }) => countOfMailbox(db, orgId, mailboxId),
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
