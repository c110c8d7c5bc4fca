import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

const ofMailbox = z.object({ orgId: z.uuid(), mailboxId: z.uuid() })
const ofMail = z.object({ orgId: z.uuid(), mailId: z.uuid() })

/** Asks for what changed in a mailbox. `isAgain`: for those who were turned away because another was reading. */
export const readMailboxJob = {
  name: 'read-mailbox',
  data: ofMailbox.extend({ isAgain: z.boolean().optional() }),
} as const satisfies JobReference

/** Asks for a mailbox’s provider to be asked to tell of changes. */
export const watchMailboxJob = { name: 'watch-mailbox', data: ofMailbox } as const satisfies JobReference

/** Asks for a mail that is queued to be handed to its provider. */
export const sendMailboxMailJob = { name: 'send-mailbox-mail', data: ofMail } as const satisfies JobReference

/** Asks for a mail that has left to be put among what was sent in its mailbox. */
export const keepSentCopyJob = { name: 'keep-sent-copy', data: ofMail } as const satisfies JobReference

/** Asks for a mail to be marked at its provider as it is here. */
export const markMailJob = { name: 'mark-mail', data: ofMail } as const satisfies JobReference

/** In one job. */
export const mostAddresses = 500

/**
 * Asks for the mails of a mailbox to be put into threads anew: it was shared, or is no longer. `isShown`: only those that stand in some;
 * `with`: only those with one of these addresses; jobs of earlier versions have one.
 */
export const fileAgainJob = {
  name: 'file-mailbox-again',
  data: ofMailbox.extend({
    isShown: z.boolean().optional(),
    with: z.union([z.string(), z.array(z.string()).max(mostAddresses)]).optional(),
  }),
} as const satisfies JobReference
