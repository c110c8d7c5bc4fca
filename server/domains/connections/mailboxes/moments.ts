import type { Enqueue } from '#core/context.ts'
import { moment, question } from '#core/within.ts'

/** A mailbox became the team's, or personal again, or keeps other people's mail to itself. */
export const mailboxShared = moment<{ readonly mailboxId: string; readonly enqueue: Enqueue }>('mailbox.shared')

/** A channel by which a provider says that something changed. */
export interface OpenChannel {
  readonly channelId: string
  readonly resourceId: string
}

/** How many mails the copy of a mailbox has, and how many of them wait to be sent: what is lost with its connection. */
export const mailboxLeaving = question<{ readonly mailboxId: string }, { readonly copied: number; readonly waiting: number }>(
  'mailbox.leaving',
)

/** Whether its provider tells of changes in its mail, which is to end with it. */
export const mailboxWatched = question<{ readonly mailboxId: string }, boolean>('mailbox.watched')

/** The channels that are open for a mailbox, to be stopped while its consent still holds. */
export const openChannels = question<{ readonly mailboxId: string }, readonly OpenChannel[]>('mailbox.channels')
