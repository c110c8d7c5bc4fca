import { mailReasons } from './mail-reasons.ts'
import type { MailRow } from './mails.ts'

/**
 * How far a mail of ours is known to have come. One whose sender was stopped while it was handed over may have left: that is so once the lease
 * of the sender is over, also where no worker is there to look.
 */
export const knownState = (mail: Pick<MailRow, 'state' | 'error' | 'sending_until'>): Pick<MailRow, 'state' | 'error'> =>
  mail.state === 'sending' && mail.sending_until !== null && mail.sending_until < new Date()
    ? { state: 'uncertain', error: mailReasons.mayHaveLeft }
    : { state: mail.state, error: mail.error }
