import { createHash } from 'node:crypto'
import type { Db, JobContext } from '#core/context.ts'
import { declared } from '#core/declared.ts'
import { job } from '#core/jobs/job.ts'
import { oneLine } from '#ports/mail.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { cut } from '#shapes/texts.ts'
import { nextTryAt } from '../mail-out/retries.ts'
import { noticesFor, unreadNotices, unreadOf } from '../notifications/notices.ts'
import { hiddenKinds } from '../notifications/notification-settings.ts'
import { lookAgainAt, quietUntil } from '../notifications/quiet-hours.ts'
import { lineOf, type NamedNotice, pageOf } from './notice-lines.ts'
import { deliveryNotices } from './notices.ts'
import { findPushKey } from './push-keys.ts'
import { lockDuePush, type PushRow, putOffPush, recordPushed, sendPushJob, settlePush, usefulMs } from './push-messages.ts'
import { findSubscription, openAddress, removeSubscription, type SubscriptionRow } from './push-subscriptions.ts'
import { findRecipient, type Recipient } from './recipients.ts'

/**
 * Pushes one notice to one browser, unless it was read meanwhile. Its row stays locked while the push service is asked; a crash in between repeats
 * it under the same topic and tag, by which the push service and the browser show it once.
 */
export const sendPush = job({
  ...sendPushJob,
  summary: 'Push a notification to a browser',
  retry: { times: 3, delaySeconds: 10 },
  expireSeconds: 120,

  async run({ orgId, pushId }, context) {
    await context.inOrg(orgId, async (db) => {
      const push = await lockDuePush(db, orgId, pushId, context.now())
      if (!push) return
      await pushOne({ ...context, db }, orgId, push)
    })
  },
})

type Here = JobContext & { readonly db: Db }

const pushOne = async (here: Here, orgId: string, push: PushRow): Promise<void> => {
  const { db, now } = here
  const subscription = await findSubscription(db, orgId, push.subscription_id)
  const recipient = subscription && (await findRecipient(db, orgId, subscription.person_id))
  if (!subscription || !recipient) return settlePush(db, push, { state: 'failed', now: now(), error: 'no longer a member' })
  const isTest = push.kind === deliveryNotices.notification_test.kind
  const quiet = isTest ? null : quietUntil(recipient.settings.quiet, recipient.zone, now())
  if (quiet) {
    return putOffPush(db, push, { next: lookAgainAt(quiet, now()), giveUpAt: new Date(quiet.getTime() + usefulMs) })
  }
  if (now() > push.give_up_at) return settlePush(db, push, { state: 'failed', now: now(), error: 'too late to be news' })
  const notice = await unreadNotice(db, orgId, recipient, push)
  if (!notice || !(isTest || wants(recipient, push.kind))) return settlePush(db, push, { state: 'read', now: now() })
  await send(here, push, { subscription, payload: await payloadOf(db, orgId, recipient, notice) })
}

const wants = ({ settings }: Recipient, kind: string): boolean => {
  const topic = declared.notices.get(kind)?.topic
  return topic !== undefined && settings.choices[topic].push
}

const unreadNotice = (db: Db, orgId: string, recipient: Recipient, { kind, subject_id }: PushRow) =>
  unreadOf(noticesFor(db, orgId, recipient))
    .select(['notices.id', 'notices.kind', 'notices.subject_id', 'notices.facts'])
    .where('notices.kind', '=', kind)
    .where('notices.subject_id', '=', subject_id)
    .orderBy('notices.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the browser is told: names, a link, and by which tag a later one replaces it. */
const payloadOf = async (db: Db, orgId: string, recipient: Recipient, notice: NamedNotice): Promise<string> => {
  const { name } = await db.selectFrom('orgs').select('name').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  return JSON.stringify({
    title: cut(oneLine(lineOf(notice, recipient.language)), 200),
    body: cut(oneLine(name), 100),
    path: pageOf(notice),
    tag: tagOf(notice),
    unread: await unreadNotices(db, orgId, recipient, hiddenKinds(recipient.settings)),
  })
}

/** 32 characters of base64url: as long as a topic may be. */
const tagOf = ({ kind, subject_id }: Pick<NamedNotice, 'kind' | 'subject_id'>): string =>
  createHash('sha256').update(`${kind} ${subject_id}`).digest('base64url').slice(0, 32)

const send = async (
  { db, now, log, ports, vault, enqueueIn }: Here,
  push: PushRow,
  { subscription, payload }: { readonly subscription: SubscriptionRow; readonly payload: string },
): Promise<void> => {
  const key = await findPushKey(db, vault)
  if (!key) throw new Error('a browser is subscribed, and there is no key')
  const ttlSeconds = Math.max(60, Math.round((push.give_up_at.getTime() - now().getTime()) / 1_000))
  const to = openAddress(vault, subscription)
  const refusal = await ports.push.send({ to, payload, ttlSeconds, topic: tagOf(push) }, key).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    },
  )
  const tries = push.tries + 1
  if (!refusal) {
    await settlePush(db, push, { state: 'sent', now: now(), tries })
    return recordPushed(db, push, { sentAt: now() })
  }
  log.warn({ push_id: push.id, service: subscription.host, kind: refusal.kind, err: refusal }, 'a push was not taken')
  if (refusal.kind === 'dead') {
    // Gone for good: what waits for this browser goes with it.
    await removeSubscription(db, push.org_id, subscription.person_id, { id: subscription.id })
    return
  }
  await recordPushed(db, push, { error: refusal.reason })
  const next = refusal.isPermanent ? null : nextTryAt(tries, now(), refusal.retryAfterMs, Math.random())
  if (next === null || next > push.give_up_at)
    return settlePush(db, push, { state: 'failed', now: now(), tries, error: refusal.reason })
  await putOffPush(db, push, { next, tries, error: refusal.reason })
  await enqueueIn(db, sendPushJob, { orgId: push.org_id, pushId: push.id }, next)
}
