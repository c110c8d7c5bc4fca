import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { workGivenUp } from '#domains/platform/background-jobs/moments.ts'
import { keepSentCopyJob, markMailJob, sendMailboxMailJob } from './job-references.ts'
import { mailReasons, whyGivenUp } from './mail-reasons.ts'
import { gaveUp, setState } from './mail-states.ts'
import { lockMail } from './mails.ts'
import { recordUnmarked } from './marks.ts'
import { recordUnkept } from './sent-copies.ts'

/** A mail whose job is not tried any more says so: its sender would wait for one that never leaves. */
export const settleDeadMails = contribution({
  name: 'settle-dead-mails',
  to: workGivenUp,
  async run({ name, data, why }, { db, orgId }) {
    if (name === sendMailboxMailJob.name) {
      const order = sendMailboxMailJob.data.safeParse(data)
      if (order.success) await settleUnsent(db, orgId, order.data.mailId, why === 'discarded')
    }
    if (name === keepSentCopyJob.name) {
      const order = keepSentCopyJob.data.safeParse(data)
      const mail = order.success ? await lockMail(db, orgId, order.data.mailId) : undefined
      if (mail?.copy_state === 'waiting') await recordUnkept(db, mail, mail.copy_error)
    }
    if (name === markMailJob.name) {
      const order = markMailJob.data.safeParse(data)
      if (order.success) await settleUnmarked(db, orgId, order.data.mailId)
    }
  },
})

/** One that was on its way may have left: only a member decides to send it again. */
const settleUnsent = async (db: Db, orgId: string, mailId: string, isDiscarded: boolean): Promise<void> => {
  const mail = await lockMail(db, orgId, mailId)
  if (!mail) return
  const words = whyGivenUp(mail.error, { isDiscarded, tries: mail.tries })
  if (mail.state === 'queued') await setState(db, mail, { state: 'failed', code: gaveUp, words })
  if (mail.state === 'sending' || mail.state === 'uncertain')
    await setState(db, mail, {
      state: 'uncertain',
      code: gaveUp,
      words: mailReasons.notFound,
    })
}

const settleUnmarked = async (db: Db, orgId: string, mailId: string): Promise<void> => {
  const mail = await lockMail(db, orgId, mailId)
  if (mail && mail.seen_wanted !== null) await recordUnmarked(db, mail, mailReasons.unmarked)
}
