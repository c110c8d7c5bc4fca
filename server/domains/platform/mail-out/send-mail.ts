import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { recordEvent, wake } from '#core/events/events.ts'
import { job } from '#core/jobs/job.ts'
import type { Vault } from '#core/vault.ts'
import { type MailAttachment, type MailMessage, mailError } from '#ports/mail.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { demoData, isDemoEmail } from '#shapes/demo-people.ts'
import { clearNotice, raiseNotice } from '../notifications/notices.ts'
import { logoContentId } from './email-html.ts'
import { mailEvents } from './events.ts'
import {
  claimLeaseSeconds,
  claimMail,
  findMail,
  lockClaimedMail,
  lockDueMail,
  type MailBody,
  type MailRow,
  markFailed,
  markSent,
  noAccount,
  openBody,
  putOff,
  sendMailJob,
} from './mails.ts'
import { mailNotices } from './notices.ts'
import { nextTryAt, withoutAccountMs } from './retries.ts'
import { isShortLived } from './templates.ts'

const weekMs = 7 * 86_400_000
const tooLate = 'not sent in time'
/** How soon a mail that another worker holds is looked at again. */
const otherHandsMs = 10_000

/**
 * Sends one mail, once. Its row is claimed, and stays locked while the provider is asked; a crash in between repeats it under the same
 * key, which is how the provider, or the reader's mail program, knows the repeat. The tries are the outbox's own, not the
 * queue's: their times and reasons are for people to see.
 */
export const sendMail = job({
  ...sendMailJob,
  summary: 'Send an outgoing email',
  retry: { times: 5, delaySeconds: 5 },
  expireSeconds: claimLeaseSeconds,

  async run({ orgId, mailId }, context) {
    const claimed = await context.inOrg(orgId, (db) => claim({ ...context, db }, orgId, mailId))
    if (!claimed) return
    await context.inOrg(orgId, async (db) => {
      const mail = await lockClaimedMail(db, orgId, mailId, claimed)
      // Withdrawn meanwhile, or another worker took this one for dead.
      if (!mail) return checkAgain({ ...context, db }, orgId, mailId)
      const inHere = { ...context, db, orgId, mail }
      // A worker that was frozen meanwhile may hold the mail no longer: the database has ended its transaction, and it fails here.
      await sql`select`.execute(db)
      const handed = await handOver(inHere)
      if ('refusal' in handed) await settle(inHere, handed.refusal)
      else await note(inHere, handed.providerId)
    })
  },
})

/** A claim is followed by the lock of its row at once: one that is older and not locked was left by its worker. */
const claimedMs = 5_000

/**
 * Says that a mail is about to be handed over, where it is due and can be; null where it is not. It is committed before the provider is asked:
 * what a worker leaves behind that is killed then is in doubt.
 */
const claim = async (context: JobContext, orgId: string, mailId: string): Promise<Date | null> => {
  const { db, now, ports } = context
  const mail = await lockDueMail(db, orgId, mailId, now())
  const isInOtherHands = mail?.claimed_at && mail.claimed_at.getTime() > Date.now() - claimedMs
  if (!mail || isInOtherHands) {
    await checkAgain(context, orgId, mailId)
    return null
  }
  const here = { ...context, orgId, mail }
  if (isDemoEmail(mail.to_email)) await endDemo(here)
  else if (isTooLate(mail, now())) await giveUp(here)
  else if (ports.mail.provider === null) await wait(here)
  else return claimMail(db, mail)
  return null
}

/** Whatever it waited for: an account, a worker, a provider. */
const isTooLate = ({ template, give_up_at }: MailRow, at: Date): boolean => at > give_up_at && isShortLived(template)

const giveUp = (here: Here): Promise<void> => {
  const { last_error, tries } = here.mail
  const isInDoubt = here.mail.claimed_at !== null
  return fail(here, { error: last_error ? `${last_error}; ${tooLate}` : tooLate, at: here.now(), tries, isInDoubt })
}

/** To a person of the demo: it ends here, with or without an account, and that is no news. */
const endDemo = async ({ db, mail, now }: Here): Promise<void> => {
  await markFailed(db, mail, { error: demoData.words, provider: null, at: now(), tries: mail.tries })
  await recordMove(db, mail, 'failed')
}

/** Already sent or postponed; or in progress at this moment: if that worker is dead, another must take over. */
const checkAgain = async ({ db, now, enqueueIn }: JobContext, orgId: string, mailId: string): Promise<void> => {
  const mail = await findMail(db, orgId, mailId)
  const isDue = mail?.state === 'queued' && mail.next_try_at !== null && mail.next_try_at <= now()
  if (isDue) await enqueueIn(db, sendMailJob, { orgId, mailId }, { inMs: otherHandsMs })
}

type Here = JobContext & { readonly orgId: string; readonly mail: MailRow }

/** Whom mails are from that are no workspace’s to a client: invitations, links to sign in. */
const productName = 'Foyer'

/** Asks the provider. Whatever goes wrong there, the mail stands in the outbox with a reason, and is not tried for ever. */
const handOver = async ({
  mail,
  ports,
  vault,
  log,
}: Here): Promise<{ providerId: string | null } | { refusal: ProviderError }> => {
  try {
    const { logo, senderName, ...body } = bodyOf(vault, mail)
    const { name, address } = ports.mail.from
    const message: MailMessage = {
      key: mail.id,
      from: { name: name ?? senderName ?? productName, address },
      to: { address: mail.to_email, name: mail.to_name },
      subject: mail.subject,
      ...body,
      attachments: [...body.attachments, ...(await logoFile(logo, { ports, log, mail }))],
    }
    return await ports.mail.send(message)
  } catch (error) {
    if (error instanceof ProviderError) return { refusal: error }
    return { refusal: mailError('broken', 'the email could not be sent', { cause: error }) }
  }
}

/** The picture that the mail shows. A mail goes out without it sooner than not at all. */
const logoFile = async (
  logo: MailBody['logo'],
  { ports, log, mail }: Pick<Here, 'ports' | 'log' | 'mail'>,
): Promise<MailAttachment[]> => {
  if (logo === null) return []
  try {
    const bytes = await buffer(await ports.files.read(logo.file))
    const name = logo.type === 'image/png' ? 'logo.png' : 'logo.jpg'
    return [{ name, type: logo.type, bytes, contentId: logoContentId }]
  } catch (error) {
    log.warn({ mail_id: mail.id, err: error }, 'an email goes out without its logo')
    return []
  }
}

const bodyOf = (vault: Vault, mail: MailRow): MailBody => {
  try {
    return openBody(vault, mail)
  } catch (error) {
    throw mailError('refused', 'its content cannot be decrypted: it was sealed with another FOYER_KEY', { cause: error })
  }
}

const note = async ({ db, orgId, mail, ports, now }: Here, providerId: string | null): Promise<void> => {
  await markSent(db, mail, { provider: ports.mail.provider, providerId, at: now() })
  await clearNotice(db, orgId, mailNotices.mail_failed, mail.id)
  await recordMove(db, mail, 'sent')
}

/** What the provider said decides: never again, or later, as long as there is a point in it. */
const settle = async (here: Here, refusal: ProviderError): Promise<void> => {
  const { db, orgId, mail, now, log, ports, enqueueIn } = here
  const at = now()
  const isInDoubt = refusal.kind === 'uncertain'
  const next = refusal.isPermanent ? null : nextTryAt(mail.tries + 1, at, refusal.retryAfterMs, Math.random())
  log.warn({ mail_id: mail.id, template: mail.template, permanent: refusal.isPermanent, err: refusal }, 'email was rejected')
  if (next === null || next > mail.give_up_at) {
    const error = next === null ? refusal.reason : `${refusal.reason}; abandoned after ${mail.tries + 1} attempts`
    await fail(here, { error, at, tries: mail.tries + 1, isInDoubt })
    return
  }
  await putOff(db, mail, { tries: mail.tries + 1, error: refusal.reason, provider: ports.mail.provider, next, isInDoubt })
  await enqueueIn(db, sendMailJob, { orgId, mailId: mail.id }, next)
  await wake(db, orgId, mailEvents.changed)
}

/** Without an account an email waits for one, as long as it is still useful. */
const wait = async (here: Here): Promise<void> => {
  const { db, orgId, mail, now } = here
  const at = now()
  if (at.getTime() > mail.created_at.getTime() + weekMs) {
    await fail(here, { error: `${noAccount}; waited a week`, at, tries: mail.tries })
    return
  }
  await putOff(db, mail, {
    tries: mail.tries,
    error: noAccount,
    provider: null,
    next: new Date(at.getTime() + withoutAccountMs),
  })
  if (mail.last_error !== noAccount) await wake(db, orgId, mailEvents.changed)
}

const fail = async (
  { db, orgId, mail, ports }: Here,
  failure: { error: string; at: Date; tries: number; isInDoubt?: boolean },
): Promise<void> => {
  await markFailed(db, mail, { ...failure, provider: ports.mail.provider })
  await raiseNotice(db, orgId, {
    notice: mailNotices.mail_failed,
    subjectId: mail.id,
    facts: { template: mail.template, to: mail.to_email, reason: failure.error },
  })
  await recordMove(db, mail, 'failed')
}

const recordMove = (db: Db, { org_id, id, template }: MailRow, state: 'sent' | 'failed'): Promise<void> =>
  recordEvent(db, org_id, mailEvents.changed, id, { template, before: { state: 'queued' }, after: { state } })
