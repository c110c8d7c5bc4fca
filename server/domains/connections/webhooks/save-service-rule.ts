import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import type { ServiceTask } from '#ports/provider.ts'
import { findSharedConnection } from '../connections/connections.ts'
import { connectionErrors } from '../connections/errors.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents, webhookFieldsOf } from './events.ts'
import { newSecret, sealSecret } from './secrets.ts'
import { type StoredTask, StoredTask as StoredTaskShape, taskOf, unknownNameIn } from './service-tasks.ts'
import { EventTypes, lockWebhook, refuseTooMany, showWebhookOf, Webhook, WebhookDescription } from './webhooks.ts'

export const saveServiceRule = action({
  name: 'save-service-rule',
  summary: 'Ask a connected service to do something when something happens here',
  description:
    'A rule is a webhook whose receiver is a connected account: `service` of list-webhooks. Each event is delivered once, retried over three days while it is certain that the service did nothing, and otherwise fails with the reason; list-webhook-deliveries, replay-webhook-delivery, test-webhook, update-webhook and remove-webhook take its id. With `webhookId` a rule is changed.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    connectionId: z.uuid(),
    webhookId: z.uuid().optional(),
    eventTypes: EventTypes,
    description: WebhookDescription.optional(),
    asked: StoredTaskShape.shape.asked,
    text: StoredTaskShape.shape.text.default(null),
    columns: StoredTaskShape.shape.columns.default([]),
  }),
  output: z.object({ webhook: Webhook }),
  errors: [
    ...[transportErrors.missing_field, connectionErrors.connection_not_found, webhookErrors.webhook_not_found],
    ...[
      webhookErrors.service_does_nothing,
      webhookErrors.task_answer_invalid,
      webhookErrors.template_name_unknown,
      webhookErrors.task_not_allowed,
      webhookErrors.too_many_webhooks,
    ],
  ],
  examples: [
    {
      title: 'Post each lead in a channel of Slack',
      input: {
        connectionId: '01980000-0000-7000-8000-000000000000',
        eventTypes: ['lead.received'],
        asked: { channel: '#leads' },
        text: 'New lead: {{name}}, {{email}}',
      },
    },
  ],

  async run({ connectionId, webhookId, eventTypes, description, asked, text, columns }, context) {
    const { org, person, db, newId, now, vault, emit, fail } = context
    const connection = await findSharedConnection(db, org.id, connectionId)
    if (!connection || connection.status === 'disconnected') throw fail('connection_not_found')
    const does = taskOf(connection.provider)
    if (!does) throw fail('service_does_nothing')
    if (does.scopes.some((scope) => !connection.scopes.includes(scope))) throw fail('task_not_allowed')
    if (eventTypes.length === 0) throw missing('eventTypes')
    if (does.takes === 'columns' && columns.length === 0) throw missing('columns')
    if (text !== null) refuseUnknownName(text, eventTypes, 'text')
    for (const [at, { value }] of columns.entries()) refuseUnknownName(value, eventTypes, `columns.${at}.value`)
    const task: StoredTask = { name: does.name, asked: readAnswers(does, asked), text, columns }
    const fields = {
      event_types: [...new Set(eventTypes)],
      task: JSON.stringify(task),
      ...(description !== undefined && { description }),
    }

    if (webhookId !== undefined) {
      const held = await lockWebhook(db, org.id, webhookId)
      if (held?.connection_id !== connectionId) throw fail('webhook_not_found')
      await db.updateTable('webhook_endpoints').set(fields).where('org_id', '=', org.id).where('id', '=', webhookId).execute()
      const after = webhookFieldsOf({ ...held, ...fields })
      await emit(webhookEvents.changed, webhookId, { change: 'changed', ...changedFields(webhookFieldsOf(held), after) })
      return { webhook: await showWebhookOf(db, org.id, webhookId, now()) }
    }
    await refuseTooMany(db, org.id)
    const id = newId()
    // A service proves nothing by it; of a webhook it would be the signing secret.
    const secret = newSecret()
    const made = await db
      .insertInto('webhook_endpoints')
      .values({
        ...{ org_id: org.id, id, url: new URL(does.url).origin, connection_id: connectionId, description: '', ...fields },
        ...{ secret_sealed: sealSecret(vault, org.id, id, secret), secret_hint: secret.slice(-4) },
        created_by: person?.id ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(webhookEvents.changed, id, { change: 'made', before: null, after: webhookFieldsOf(made) })
    return { webhook: await showWebhookOf(db, org.id, id, now()) }
  },
})

/** It would be a hole in what is written there. */
const refuseUnknownName = (template: string, eventTypes: readonly string[], field: string): void => {
  const unknown = unknownNameIn(template, eventTypes)
  if (!unknown) return
  throw new Failure(webhookErrors.template_name_unknown, {
    field,
    message: `No event of this rule has {{${unknown.name}}}. They have: ${unknown.known.join(', ')}`,
  })
}

const missing = (field: string): Failure => new Failure('missing_field', { message: `Missing required field: ${field}`, field })

/** What the task asks for, and nothing else, without blanks around it. */
const readAnswers = (does: ServiceTask, given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    does.asks.flatMap(({ name, label, optional, form }) => {
      const answer = given[name]?.trim() ?? ''
      if (answer === '' && optional) return []
      if (answer === '') throw missing(`asked.${name}`)
      if (!form.test(answer))
        throw new Failure(webhookErrors.task_answer_invalid, { message: `This is not valid: ${label}`, field: `asked.${name}` })
      return [[name, answer]]
    }),
  )
