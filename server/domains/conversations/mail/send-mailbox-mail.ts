import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import type { Mailboxes, MailToSend, SentMail } from '#ports/mailboxes.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { demoData, isDemoEmail } from '#shapes/demo-people.ts'
import { writeMail } from '#shapes/mime/write-mail.ts'
import { openMailbox } from './accounts.ts'
import { recordBounce } from './bounced-mails.ts'
import { findFilesOfMail, writtenFiles } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { keepSentCopyJob, readMailboxJob, sendMailboxMailJob } from './job-references.ts'
import { mailReasons } from './mail-reasons.ts'
import { gaveUp, type NewState, setState } from './mail-states.ts'
import { attachmentsOf, lockMail, type MailRow, peopleOf } from './mails.ts'
import { outgoingOf } from './outgoing-mails.ts'
import { keepAfterMs, listUnkept, placeAmongSent } from './sent-copies.ts'

/**
 * How often a mail that may have left is looked for among what was sent, and with what time between: only when it is not there at the end
 * is it sent again. Gmail shows a mail there within seconds.
 */
const looksAfterMs = [5_000, 30_000, 120_000]

/** How long one try may take; a mail that is longer on its way may have left. */
const leaseSeconds = 180

/**
 * Hands one mail to its provider. That it leaves is committed before it does. When no answer comes it is `uncertain`: where the provider
 * shows what was sent it is looked for by a header of ours; elsewhere a member decides, and it is never sent again by itself.
 */
export const sendMailboxMail = job({
  ...sendMailboxMailJob,
  summary: 'Send a mail from a mailbox',
  retry: { times: 14, delaySeconds: 5 },
  atOnce: 8,
  expireSeconds: leaseSeconds,

  async run({ orgId, mailId }, context) {
    const leaving = await context.inOrg(orgId, (db) => prepare(db, orgId, mailId, context.now()))
    if (!leaving) return
    let box: Mailboxes | null = null
    try {
      box = await openMailbox(context, orgId, leaving.mail.mailbox_id)
      if (!box) return await recordUnconnected(context, leaving, 'not_connected', mailReasons.notConnected)
      if (leaving.isLooking) await look(context, box, leaving.mail)
      else await recordSent(context, leaving.mail, await send(context, box, leaving.mail))
    } catch (error) {
      await recordError(context, leaving, error)
    } finally {
      await box?.close()
    }
  },
})

interface Leaving {
  readonly mail: MailRow
  /** It may have left already. */
  readonly isLooking: boolean
}

/** Marks a mail as leaving, when it may; the mark is committed before anything leaves. */
const prepare = async (db: Db, orgId: string, mailId: string, now: Date): Promise<Leaving | null> => {
  const mail = await lockMail(db, orgId, mailId)
  if (!mail) return null
  // Its sender died on the way, or had no answer.
  if (mail.state === 'sending' || mail.state === 'uncertain') return { mail, isLooking: true }
  // An admin has its job run again.
  const isAgain = mail.state === 'failed' && mail.error_code === gaveUp
  // The time until which it can be taken back is kept by the queue, and by one clock, the database's: this worker's may be behind.
  if (mail.state !== 'queued' && !isAgain) return null
  if (recipientsOf(mail).some(({ email }) => isDemoEmail(email))) {
    await setState(db, mail, { state: 'failed', code: demoData.code, words: demoData.words })
    return null
  }
  await setState(
    db,
    mail,
    { state: 'sending' },
    { tries: mail.tries + 1, sending_until: new Date(now.getTime() + leaseSeconds * 1_000) },
  )
  return { mail: { ...mail, state: 'sending' }, isLooking: false }
}

const recipientsOf = (mail: MailRow): Recipients => [mail.to_list, mail.cc_list, mail.bcc_list].flatMap(peopleOf)

const send = async (context: JobContext, box: Mailboxes, mail: MailRow): Promise<SentMail> => {
  const recipients = recipientsOf(mail).map(({ email }) => email)
  const { raw, messageId } = await writeOutgoing(context, box, mail)
  return box.send({ raw, from: mail.from_email ?? '', recipients, messageId, threadRef: mail.thread_ref })
}

/** A mail of ours as its provider gets it: of the same row the same each time. */
export const writeOutgoing = async (
  { inOrg, settings, ports }: JobContext,
  box: Pick<Mailboxes, 'keepsBcc'>,
  mail: MailRow,
): Promise<Pick<MailToSend, 'raw' | 'messageId'>> => {
  const { body, files } = await inOrg(mail.org_id, async (db) => ({
    body: await db
      .selectFrom('mailbox_bodies')
      .select('html')
      .where('org_id', '=', mail.org_id)
      .where('id', '=', mail.id)
      .executeTakeFirstOrThrow(),
    files: await findFilesOfMail(db, mail.org_id, mail.id),
  }))
  // Those that were swept meanwhile, of a mail that failed long ago, are not left out in silence.
  if (files.length < attachmentsOf(mail.attachments).length) throw new Failure(emailErrors.email_file_not_here)
  const [to, cc, bcc] = [mail.to_list, mail.cc_list, mail.bcc_list].map(peopleOf) as [Recipients, Recipients, Recipients]
  const messageId = mail.message_id ?? ''
  const from = mail.from_email ?? ''
  const written = outgoingOf(
    {
      ...{ id: mail.id, from, personName: mail.from_name, to, cc, bcc, messageId, date: mail.at },
      ...{ subject: mail.subject, html: body.html ?? '', trackingId: mail.tracking_id },
      ...{ inReplyTo: mail.in_reply_to, references: mail.refs },
      attachments: await writtenFiles(ports.files, files),
    },
    settings.publicUrl,
  )
  return { raw: await writeMail({ ...written, keepsBcc: box.keepsBcc }), messageId }
}

type Recipients = ReturnType<typeof peopleOf>

const recordSent = ({ inOrg, enqueueIn, now }: JobContext, mail: MailRow, sent: SentMail): Promise<void> =>
  inOrg(mail.org_id, async (db) => {
    const present = await lockMail(db, mail.org_id, mail.id)
    if (!present || present.state === 'sent') return
    const replaced = sent.messageId !== null && sent.messageId !== mail.message_id ? sent.messageId : null
    const about = { sent_at: now(), given_message_id: replaced, thread_ref: sent.threadRef ?? mail.thread_ref }
    await setState(db, mail, { state: 'sent' }, about)
    if (sent.ref !== null) await placeAmongSent(db, mail, sent.ref)
    else if (sent.unkept !== undefined) {
      await listUnkept(db, mail, sent.unkept)
      await enqueueIn(db, keepSentCopyJob, { orgId: mail.org_id, mailId: mail.id }, { inMs: keepAfterMs })
    }
    const recipients = sent.refused.map(({ email, words }) => ({
      ...{ email, action: 'failed' as const, status: null, diagnostic: words },
    }))
    if (recipients.length > 0) await recordBounce(db, mail.org_id, mail.mailbox_id, { messageId: mail.message_id, recipients })
    await enqueueIn(db, readMailboxJob, { orgId: mail.org_id, mailboxId: mail.mailbox_id })
  })

const record = (context: JobContext, mail: MailRow, state: NewState): Promise<void> =>
  context.inOrg(mail.org_id, async (db) => {
    const present = await lockMail(db, mail.org_id, mail.id)
    // It may have been found among what was sent meanwhile.
    if (!present || present.state === 'sent' || present.state === 'cancelled') return
    await setState(db, mail, state)
  })

/** Looks among what was sent; not there at the last look, it is sent again. */
const look = async (context: JobContext, box: Mailboxes, mail: MailRow): Promise<void> => {
  const again = { orgId: mail.org_id, mailId: mail.id }
  const found = await box.findSent({ mark: mail.id, messageId: mail.message_id ?? '', since: mail.at })
  if (found) return recordSent(context, mail, found)
  if (!box.findsSent) return record(context, mail, { state: 'uncertain', words: mailReasons.mayHaveLeft })
  await context.inOrg(mail.org_id, async (db) => {
    const present = await lockMail(db, mail.org_id, mail.id)
    if (present?.state !== 'sending' && present?.state !== 'uncertain') return
    const waitMs = looksAfterMs[present.looks]
    if (waitMs === undefined) await setState(db, mail, { state: 'queued' }, { looks: 0 })
    else {
      const looks = present.looks + 1
      await setState(db, mail, { state: 'uncertain', words: mailReasons.lookedFor }, { looks })
    }
    await context.enqueueIn(db, sendMailboxMailJob, again, { inMs: waitMs ?? 0 })
  })
}

/**
 * Without its mailbox a mail cannot leave. One that may have left stays `uncertain`: it is found among what was sent once the mailbox is read
 * again, or a member decides.
 */
const recordUnconnected = (
  context: JobContext,
  { mail, isLooking }: Leaving,
  code: string | null,
  words: string,
): Promise<void> =>
  record(context, mail, {
    state: isLooking ? 'uncertain' : 'failed',
    code,
    words: isLooking ? mailReasons.cannotBeLookedFor.replace('<1>', () => words) : words,
  })

/** What refuses stays refused; what is busy or was not reached is tried again; what may have been sent is looked for. */
const recordError = async (context: JobContext, { mail, isLooking }: Leaving, error: unknown): Promise<void> => {
  const failure =
    error instanceof ProviderError
      ? { kind: error.kind, code: error.code, words: error.reason }
      : error instanceof Failure
        ? { kind: 'credentials' as const, code: error.code, words: error.message }
        : null
  if (failure === null || (isLooking && failure.kind !== 'credentials')) throw error
  if (isLooking) return recordUnconnected(context, { mail, isLooking }, failure.code, failure.words)
  if (failure.kind === 'uncertain') {
    await record(context, mail, { state: 'uncertain', code: failure.code, words: failure.words })
    await context.inOrg(mail.org_id, (db) =>
      context.enqueueIn(db, sendMailboxMailJob, { orgId: mail.org_id, mailId: mail.id }, { inMs: looksAfterMs[0] ?? 0 }),
    )
    return
  }
  const passes = failure.kind === 'busy' || failure.kind === 'unreachable' || failure.kind === 'broken'
  await record(context, mail, { state: passes ? 'queued' : 'failed', code: failure.code, words: failure.words })
  if (passes) throw error
}
