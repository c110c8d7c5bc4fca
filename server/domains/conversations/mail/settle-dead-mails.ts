import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { workGivenUp } from '#domains/platform/background-jobs/moments.ts'
import { keepSentCopyJob, markMailJob, sendMailboxMailJob } from './job-references.ts'
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
  const last = mail.error === null ? '' : `${mail.error} `
  const end = isDiscarded
    ? 'An admin discarded the job that sends it.'
    : `It was tried ${times(mail.tries)}, and is not tried again.`
  if (mail.state === 'queued') await setState(db, mail, { state: 'failed', code: gaveUp, words: last + end })
  if (mail.state === 'sending' || mail.state === 'uncertain')
    await setState(db, mail, {
      state: 'uncertain',
      code: gaveUp,
      words: 'It may have left. It could not be found among what was sent, and is not looked for any longer.',
    })
}

const times = (tries: number): string => (tries === 1 ? 'once' : `${tries} times`)

const settleUnmarked = async (db: Db, orgId: string, mailId: string): Promise<void> => {
  const mail = await lockMail(db, orgId, mailId)
  if (mail && mail.seen_wanted !== null)
    await recordUnmarked(db, mail, 'The mailbox did not take the mark, and it is not tried again.')
}
