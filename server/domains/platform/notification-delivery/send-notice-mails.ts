import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { noticesFor, unreadOf } from '../notifications/notices.ts'
import { kindsWhere } from '../notifications/notification-settings.ts'
import { lookAgainAt, quietUntil } from '../notifications/quiet-hours.ts'
import type { NamedNotice } from './notice-lines.ts'
import { mostLines, queueNoticeMail } from './notice-mail-texts.ts'
import { type DueMail, lockDueNoticeMails, putOffNoticeMails, settleNoticeMails } from './notice-mails.ts'
import { findRecipient, type Recipient } from './recipients.ts'
import { lockDueSummary, putOffSummary, settleSummary } from './summaries.ts'

const peopleOfEachOrg = 50
const peopleAtOnce = 500
/** Of one person at once; the rest has its email a minute later. */
const mailsAtOnce = 200
/** A transaction may take so long from the time of its notice to its commit: what is younger is the next summary's. */
const unsettledMs = 60_000
/** A summary after a long pause goes no further back. */
const longestSummaryMs = 7 * 86_400_000

/**
 * Mails what lay unread: one email a person, whatever it is about, and their morning summary. What was read meanwhile is not mailed. The email
 * and the mark that it was written are one transaction.
 */
export const sendNoticeMails = job({
  name: 'send-notice-mails',
  summary: 'Email unread notifications and morning summaries',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  expireSeconds: 300,
  schedule: '* * * * *',

  async run(_data, context) {
    const { db, inOrg, now, log, signal } = context
    const { rows } = await sql<{ org_id: string; person_id: string }>`
      select org_id, person_id from foyer.due_notice_mails(${now()}, ${peopleOfEachOrg}, ${peopleAtOnce})`.execute(db)
    const errors: unknown[] = []
    for (const { org_id: orgId, person_id: personId } of rows) {
      if (signal.aborted) break
      try {
        await inOrg(orgId, (tenant) => mailPerson({ ...context, db: tenant }, orgId, personId))
      } catch (error) {
        // The others do not wait for it.
        log.error({ err: error, org_id: orgId }, 'the notifications of a member could not be mailed')
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'notifications of some members could not be mailed')
  },
})

type Here = JobContext & { readonly db: Db }

const queueing = (here: Here) => ({
  ...here,
  enqueue: ((order, data) => here.enqueueIn(here.db, order, data)) satisfies Enqueue as Enqueue,
})

const mailPerson = async (context: Here, orgId: string, personId: string): Promise<void> => {
  const { db } = context
  const now = context.now()
  const recipient = await findRecipient(db, orgId, personId)
  const due = await lockDueNoticeMails(db, orgId, personId, { now, most: mailsAtOnce })
  const summary = await lockDueSummary(db, orgId, personId, now)
  const ids = due.map(({ id }) => id)
  if (!recipient) {
    await settleNoticeMails(db, orgId, ids, { state: 'unwanted', now })
    if (summary) await settleSummary(db, orgId, personId, { day: summary.day, upTo: now, mailId: null })
    return
  }
  const quiet = quietUntil(recipient.settings.quiet, recipient.zone, now)
  if (quiet) {
    const until = lookAgainAt(quiet, now)
    await putOffNoticeMails(db, orgId, ids, until)
    if (summary) await putOffSummary(db, orgId, personId, { day: summary.day, until })
    return
  }
  await mailDue(context, orgId, recipient, due)
  if (summary) await mailSummary(context, orgId, recipient, summary)
}

const mailDue = async (context: Here, orgId: string, recipient: Recipient, due: readonly DueMail[]): Promise<void> => {
  if (due.length === 0) return
  const { db } = context
  const now = context.now()
  const wanted = kindsWhere(recipient.settings, ({ mail }) => mail === 'at_once')
  const unread = await unreadOf(noticesFor(db, orgId, recipient))
    .select(['notices.kind', 'notices.subject_id', 'notices.facts'])
    .where('notices.kind', 'in', [...new Set(due.map(({ kind }) => kind))])
    .where('notices.subject_id', 'in', [...new Set(due.map(({ subject_id }) => subject_id))])
    .orderBy('notices.id')
    .execute()
  const noticeOf = new Map(unread.map((notice) => [`${notice.kind} ${notice.subject_id}`, notice]))
  const stands = ({ kind, subject_id }: DueMail): NamedNotice | undefined => noticeOf.get(`${kind} ${subject_id}`)
  const isWanted = ({ kind }: DueMail): boolean => wanted.includes(kind)
  const mailed = due.filter((each) => isWanted(each) && stands(each))
  const idsWhere = (is: (each: DueMail) => boolean) => due.filter(is).map(({ id }) => id)
  await settleNoticeMails(
    db,
    orgId,
    idsWhere((each) => !isWanted(each)),
    { state: 'unwanted', now },
  )
  await settleNoticeMails(
    db,
    orgId,
    idsWhere((each) => isWanted(each) && !stands(each)),
    { state: 'read', now },
  )
  if (mailed.length === 0) return
  const mailId = await queueNoticeMail(queueing(context), orgId, recipient, {
    template: 'notices',
    notices: mailed.flatMap((each) => stands(each) ?? []),
    count: mailed.length,
  })
  await settleNoticeMails(
    db,
    orgId,
    idsWhere((each) => mailed.includes(each)),
    { state: 'mailed', mailId, now },
  )
}

const mailSummary = async (
  context: Here,
  orgId: string,
  recipient: Recipient,
  { day, since }: { readonly day: string; readonly since: Date | null },
): Promise<void> => {
  const { db } = context
  const now = context.now()
  const upTo = new Date(now.getTime() - unsettledMs)
  const from = new Date(Math.max(since?.getTime() ?? 0, now.getTime() - longestSummaryMs))
  const kinds = kindsWhere(recipient.settings, ({ mail }) => mail === 'summary')
  const found =
    kinds.length === 0
      ? []
      : await unreadOf(noticesFor(db, orgId, recipient))
          .select(['notices.kind', 'notices.subject_id', 'notices.facts'])
          .select(sql<number>`count(*) over ()::int`.as('all'))
          .where('notices.kind', 'in', kinds)
          .where('notices.at', '>', from)
          .where('notices.at', '<=', upTo)
          .orderBy('notices.id', 'desc')
          .limit(mostLines)
          .execute()
  const count = found[0]?.all ?? 0
  const mailId =
    count === 0
      ? null
      : await queueNoticeMail(queueing(context), orgId, recipient, {
          ...{ template: 'notice-summary', notices: found, count },
        })
  await settleSummary(db, orgId, recipient.id, { day, upTo, mailId })
}
