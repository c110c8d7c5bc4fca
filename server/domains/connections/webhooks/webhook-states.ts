import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { type Queueing, queueMail } from '#domains/platform/mail-out/mails.ts'
import { findMailTimes } from '#domains/platform/notification-delivery/own-mails.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { webhookEvents } from './events.ts'
import { webhookNotices } from './notices.ts'
import { failWaiting } from './webhook-deliveries.ts'
import type { DisabledReason, WebhookRow } from './webhooks.ts'

/** An endpoint to which nothing could be delivered for so long is switched off. */
export const failingDays = 5

/** Sends nothing more to an endpoint, and waits for nothing. The caller holds the endpoint. */
export const disable = async (db: Db, orgId: string, webhookId: string, reason: DisabledReason): Promise<void> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ state: 'disabled', disabled_reason: reason })
    .where('org_id', '=', orgId)
    .where('id', '=', webhookId)
    .execute()
  await failWaiting(db, orgId, webhookId, 'The webhook was turned off before this was delivered.')
  await recordEvent(db, orgId, webhookEvents.changed, webhookId, {
    change: 'disabled',
    before: { state: 'active', disabled_reason: null },
    after: { state: 'disabled', disabled_reason: reason },
  })
}

/** The same when it happens automatically: raised in the app, and emailed to owners and admins. */
export const disableAndTell = async (
  context: Queueing & { readonly publicUrl: string },
  webhook: Pick<WebhookRow, 'org_id' | 'id' | 'url'>,
  reason: Exclude<DisabledReason, 'person'>,
): Promise<void> => {
  const { db } = context
  const orgId = webhook.org_id
  await disable(db, orgId, webhook.id, reason)
  // Of the address no more than that: the rest is often a secret.
  const { host, origin } = new URL(webhook.url)
  await raiseNotice(db, orgId, { notice: webhookNotices.webhook_disabled, subjectId: webhook.id, facts: { host, reason } })
  const { name } = await db.selectFrom('orgs').select('name').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const admins = await findAdmins(db, orgId)
  const personIds = admins.map(({ id }) => id)
  const times = await findMailTimes(db, orgId, webhookNotices.webhook_disabled.topic, { personIds, now: context.now() })
  for (const admin of admins) {
    const own = times.get(admin.id)
    if (!own) continue
    await queueMail(context, orgId, {
      notBefore: own.notBefore,
      to: admin.email,
      toName: admin.name,
      template: 'webhook-disabled',
      facts: {
        url: origin,
        ...{ language: own.language, reason, days: String(failingDays) },
        organization: name,
        link: `${context.publicUrl}/settings/webhooks/${webhook.id}`,
      },
      personId: admin.id,
    })
  }
}

const findAdmins = (db: Db, orgId: string) =>
  db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select(['directory.people.id', 'directory.people.name', 'directory.people.email'])
    .where('members.org_id', '=', orgId)
    .where('members.role', 'in', ['owner', 'admin'])
    .execute()

/** Failures are reset: a fixed endpoint starts anew. */
export const enable = async (db: Db, orgId: string, webhook: Pick<WebhookRow, 'id' | 'disabled_reason'>): Promise<void> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ state: 'active', disabled_reason: null, failing_since: null, strained: false, paused_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', webhook.id)
    .execute()
  await clearNotice(db, orgId, webhookNotices.webhook_disabled, webhook.id)
  await recordEvent(db, orgId, webhookEvents.changed, webhook.id, {
    change: 'enabled',
    before: { state: 'disabled', disabled_reason: webhook.disabled_reason },
    after: { state: 'active', disabled_reason: null },
  })
}
