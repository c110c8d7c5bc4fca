import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { oneOf } from '#core/declared.ts'
import { Failure } from '#core/errors.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { isAllowedByOperator, mayBeReached, readUrl } from '#core/outbound/http.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import type { AllowedTarget } from '#shapes/networks.ts'
import { titleOf } from '../connections/providers.ts'
import { webhookErrors } from './errors.ts'
import { StoredTask, taskOf } from './service-tasks.ts'
import { DeliveryState } from './webhook-deliveries.ts'

export type WebhookRow = Selectable<Tables['webhook_endpoints']>

/** `person`: turned off by a member. `gone`: the receiver answered 410. `failing`: nothing was delivered for five days. */
export const DisabledReason = choice('WebhookDisabledReason', ['person', 'gone', 'failing'])
export type DisabledReason = z.output<typeof DisabledReason>

export const WebhookState = choice('WebhookState', ['active', 'disabled'])

/** More than anyone needs; each one costs a row per event. */
export const mostWebhooks = 50

export const WebhookUrl = z.string().trim().min(1).max(2_048).describe('Where to post: https, or what the operator allows')
export const WebhookDescription = z.string().trim().max(255)
/** Late, because most public events are those of modules above this one. */
const EventName = oneOf('WebhookEventName', () => publicEvents().map(({ type }) => type))
export const EventTypes = z
  .lazy(() => z.array(EventName).max(publicEvents().length))
  .describe('Event types to send; an empty list means all')

/** The connected account that a rule asks to do something. */
const RuleService = shape('RuleService', {
  connection_id: z.uuid(),
  provider: z.string(),
  title: z.string(),
  task: z.string().describe('As `does` of list-connections names it'),
  task_title: z.string(),
  asked: StoredTask.shape.asked,
  text: StoredTask.shape.text,
  columns: z.array(shape('RuleColumn', { name: z.string(), value: z.string() })),
})

export const IncludeImports = z
  .boolean()
  .describe(
    'Also send each contact and deal that a CRM sync creates or changes, as `contact.changed` and `deal.changed` with `cause` `import`, after the sync; false by default. A few wait at a time: a large sync takes as long as the endpoint takes.',
  )

/** An endpoint as Settings shows it. Its secret is in none of this. */
export const Webhook = shape('Webhook', {
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()).describe('Empty: all of them'),
  include_imports: z.boolean().describe('Whether records that a CRM sync creates or changes are sent one by one'),
  state: WebhookState,
  disabled_reason: DisabledReason.nullable(),
  failing_since: z.iso.datetime().nullable().describe('The first failure since the last success'),
  secret_hint: z.string().describe('The last four characters of the signing secret'),
  old_secret_until: z.iso.datetime().nullable().describe('Until then, the previous secret also signs'),
  created_at: z.iso.datetime(),
  last_delivery: shape('LastWebhookDelivery', { at: z.iso.datetime(), state: DeliveryState, status: z.int().nullable() })
    .nullable()
    .describe('The latest one'),
  service: RuleService.nullable().describe('Of a rule of save-service-rule; null: a webhook'),
})

/**
 * Refuses an invalid target: not http(s), with a password in it, or internal. The operator of Foyer
 * can allow what is inside; what a name stands for is looked at again with every delivery.
 */
export const readWebhookUrl = (text: string, allowed: readonly AllowedTarget[]): string => {
  const url = readUrl(text)
  if (!url) throw new Failure(webhookErrors.webhook_url_invalid, { field: 'url' })
  if (!mayBeReached(url, allowed)) throw new Failure(webhookErrors.webhook_url_not_allowed, { field: 'url' })
  if (url.protocol !== 'https:' && !isAllowedByOperator(url, allowed))
    throw new Failure(webhookErrors.webhook_url_not_https, { field: 'url' })
  return url.href
}

type WithLast = { last_at: Date | null; last_state: string | null; last_status: number | null; provider: string | null }

/** The endpoints of a workspace, oldest first, or the one that is asked for. */
export const findWebhooks = (db: Db, orgId: string, id?: string): Promise<(WebhookRow & WithLast)[]> =>
  db
    .selectFrom('webhook_endpoints')
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('webhook_deliveries')
          .select(['created_at as last_at', 'webhook_deliveries.state as last_state', 'last_status'])
          .whereRef('webhook_deliveries.org_id', '=', 'webhook_endpoints.org_id')
          .whereRef('webhook_deliveries.endpoint_id', '=', 'webhook_endpoints.id')
          .orderBy('webhook_deliveries.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .leftJoin('connections', (join) =>
      join
        .onRef('connections.org_id', '=', 'webhook_endpoints.org_id')
        .onRef('connections.id', '=', 'webhook_endpoints.connection_id'),
    )
    .selectAll('webhook_endpoints')
    .select(['last.last_at', 'last.last_state', 'last.last_status', 'connections.provider'])
    .where('webhook_endpoints.org_id', '=', orgId)
    .$if(id !== undefined, (query) => query.where('webhook_endpoints.id', '=', id as string))
    .orderBy('webhook_endpoints.id')
    .execute()

export const showWebhook = (row: WebhookRow & WithLast, now: Date): z.output<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: row.event_types,
  include_imports: row.with_imports,
  state: row.state === 'active' ? 'active' : 'disabled',
  disabled_reason: row.disabled_reason === null ? null : DisabledReason.parse(row.disabled_reason),
  failing_since: row.failing_since?.toISOString() ?? null,
  secret_hint: row.secret_hint,
  old_secret_until: row.old_secret_until && row.old_secret_until > now ? row.old_secret_until.toISOString() : null,
  created_at: row.created_at.toISOString(),
  last_delivery:
    row.last_at && row.last_state
      ? { at: row.last_at.toISOString(), state: DeliveryState.parse(row.last_state), status: row.last_status }
      : null,
  service: showService(row),
})

const showService = (row: WebhookRow & WithLast): z.output<typeof RuleService> | null => {
  if (row.connection_id === null || row.provider === null) return null
  const { name, asked, text, columns } = StoredTask.parse(row.task)
  const facts = { connection_id: row.connection_id, provider: row.provider, title: titleOf(row.provider) }
  return { ...facts, task: name, task_title: taskOf(row.provider)?.title ?? name, asked, text, columns }
}

/** One endpoint as it is sent, once it is known to be there. */
export const showWebhookOf = async (db: Db, orgId: string, id: string, now: Date): Promise<z.output<typeof Webhook>> => {
  const [row] = await findWebhooks(db, orgId, id)
  if (!row) throw new Error('an endpoint just written is missing')
  return showWebhook(row, now)
}

/**
 * Finds an endpoint and locks it until the transaction ends. Changes to an endpoint and its deliveries lock the
 * endpoint first: the other way round two of them could wait for each other.
 */
export const lockWebhook = (db: Db, orgId: string, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook_endpoints').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** A delivery is requested now: an earlier Retry-After no longer applies. */
export const unpause = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .updateTable('webhook_endpoints')
    .set({ paused_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('paused_until', 'is not', null)
    .execute()
}

/** One after the other: of two at once, the second counts the first. */
export const refuseTooMany = async (db: Db, orgId: string): Promise<void> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  if (count >= mostWebhooks) throw new Failure(webhookErrors.too_many_webhooks)
}
