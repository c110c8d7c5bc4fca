import type { ReactNode } from 'react'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import type { ListOf, ListState } from '#web/desk/lists/use-list.ts'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { ListedRecord, WebhookDeliveryState } from '#web/wire.ts'
import { deliveryTones, whyNot } from './health.ts'
import { strings } from './strings.ts'

const common: Omit<ListOf, 'usual'> = {
  kind: 'webhook_delivery',
  along: ['webhook', 'state', 'response', 'error', 'attempts'],
  names: {
    event: strings.event,
    webhook: strings.webhook,
    state: strings.state,
    response: strings.responseCode,
    error: strings.result,
    attempts: strings.attempts,
    next_try_at: strings.nextAttemptIs,
    delivered_at: strings.deliveredAt,
    event_id: strings.eventId,
    created_at: strings.happened,
  },
  choices: { state: strings.states },
  order: '-created_at',
  isReadWhole: true,
}

/** Everything that was sent, to all webhooks. */
export const allDeliveries: ListOf = { ...common, usual: ['webhook', 'state', 'error', 'next_try_at', 'created_at'] }

/** What was sent to one. */
export const deliveriesOf = (webhookId: string): ListOf => ({
  ...common,
  usual: ['state', 'error', 'next_try_at', 'created_at'],
  base: [{ field: 'webhook', op: 'is', value: webhookId }],
})

export const DeliveryTable = ({ state, isInset, empty }: { state: ListState; isInset?: boolean; empty: ReactNode }) => (
  <ListTable
    state={state}
    label={strings.deliveries}
    failed={strings.deliveriesFailed}
    name={strings.event}
    nameOf={({ name }) => <code>{name}</code>}
    linkOf={({ id, values }) => ({
      to: '/settings/webhooks/$webhookId/$webhookDeliveryId',
      params: { webhookId: webhookOf(values).id, webhookDeliveryId: id },
    })}
    cells={cells}
    looks={looks}
    {...(isInset && { isInset })}
    empty={empty}
  />
)

const webhookOf = ({ webhook }: ListedRecord['values']) => webhook as { readonly id: string; readonly name: string }

const stateOf = ({ state }: ListedRecord['values']): WebhookDeliveryState => state as WebhookDeliveryState

const resultOf = (values: ListedRecord['values']): string => {
  const [state, tries, status] = [stateOf(values), Number(values.attempts), values.response as number | null]
  return [
    state !== 'delivered' && tries > 0 && whyNot({ last_error: values.error as string | null, last_status: status }),
    state === 'delivered' && status !== null && strings.answered(status),
    tries > 1 && strings.attemptCount(tries),
  ]
    .filter(Boolean)
    .join(' · ')
}

const cells: Readonly<Record<string, (delivery: ListedRecord) => ReactNode>> = {
  webhook: ({ values }) => <bdi title={webhookOf(values).name}>{webhookOf(values).name}</bdi>,
  state: ({ values }) => <Pill tone={deliveryTones[stateOf(values)]}>{strings.states[stateOf(values)]}</Pill>,
  error: ({ values }) => <span title={resultOf(values)}>{resultOf(values)}</span>,
  next_try_at: ({ values }) =>
    values.next_try_at !== null && Number(values.attempts) > 0 && <RelativeTime at={String(values.next_try_at)} />,
}

const looks = {
  webhook: { width: 'minmax(0, 1.5fr)', isExtra: true },
  state: { width: '7rem', phone: 'end' },
  error: { width: 'minmax(0, 2fr)', phone: 'below' },
  next_try_at: { width: '8rem', isExtra: true, atEnd: false },
  created_at: { width: '6rem', phone: 'belowEnd' },
} as const
