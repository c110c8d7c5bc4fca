import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { IconInbox } from '#icons'
import { ListTools } from '#web/desk/lists/list-bar.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import { type ListOf, type ListState, useList } from '#web/desk/lists/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { asProse } from '#web/ui/error-note.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Delivery, ListedRecord } from '#web/wire.ts'
import classes from './request-log.module.css'
import { isOpen, labelOf, whatHappened } from './states.ts'
import { strings } from './strings.ts'

const common: Omit<ListOf, 'usual'> = {
  kind: 'delivery',
  along: [
    ...['outcome', 'status', 'sender', 'code', 'message', 'field', 'fix', 'is_conflict', 'unused'],
    ...['lead_id', 'replay_of', 'mended_by', 'excerpt', 'received_at'],
  ],
  names: {
    outcome: strings.outcome,
    status: strings.response,
    sender: strings.sender,
    code: strings.details,
    message: strings.message,
    field: strings.field,
    fix: strings.fix,
    is_conflict: strings.conflict,
    unused: strings.fieldsNotUsed,
    excerpt: strings.body,
    lead_id: strings.leadId,
    replay_of: strings.fixes,
    mended_by: strings.fixedBy,
    received_at: strings.received,
  },
  choices: { outcome: strings.outcomes },
  order: '-received_at',
}

/** Every request. */
export const allRequests: ListOf = { ...common, usual: ['outcome', 'status', 'sender', 'code', 'excerpt'] }

/** The requests that came to the lead API with one key, or to one lead source. */
export const DeliveryList = ({ keyId }: { keyId: string }) => {
  const [search, setSearch] = useState<ListSearch>({})
  const state = useList(
    {
      ...common,
      usual: ['outcome', 'status', 'code', 'excerpt'],
      base: [{ field: 'sender', op: 'is', value: keyId }],
    },
    search,
    setSearch,
  )
  return (
    <>
      <Toolbar>
        <ListTools state={state} />
      </Toolbar>
      <RequestTable state={state} />
    </>
  )
}

export const RequestTable = ({ state, leadsToKeys = false }: { state: ListState; leadsToKeys?: boolean }) => (
  <ListTable
    state={state}
    label={strings.deliveries}
    failed={strings.deliveriesFailed}
    name={strings.received}
    nameOf={({ values }) => <RelativeTime at={String(values.received_at)} />}
    nameWidth="8rem"
    nameField="received_at"
    linkOf={({ id }) => ({ to: '/settings/deliveries/$deliveryId', params: { deliveryId: id } })}
    cells={cells}
    looks={looks}
    empty={
      <Empty icon={<IconInbox size={24} stroke={1.6} />} title={strings.noRequest} text={strings.noRequestText}>
        {leadsToKeys && (
          <Button component={Link} to="/settings/keys">
            {strings.createKey}
          </Button>
        )}
      </Empty>
    }
  />
)

/** Of a listed record that has all of its columns. */
const deliveryOf = ({ id, values }: ListedRecord): Delivery =>
  ({
    ...values,
    id,
    mend: values.fix,
    source: (values.sender as { readonly kind: string } | null)?.kind === 'source' ? values.sender : null,
    external_id_conflict: values.is_conflict,
    unused_fields: values.unused === null ? [] : String(values.unused).split(', '),
  }) as unknown as Delivery

const senderOf = ({ values }: ListedRecord): string =>
  (values.sender as { readonly name: string } | null)?.name ?? strings.keyUnknown

const cells: Readonly<Record<string, (record: ListedRecord) => ReactNode>> = {
  outcome: (record) => <State of={labelOf(deliveryOf(record))} />,
  status: ({ values }) => String(values.status),
  sender: (record) => <bdi>{senderOf(record)}</bdi>,
  code: (record) => <Details of={deliveryOf(record)} />,
  excerpt: ({ values }) => typeof values.excerpt === 'string' && <code className={classes.excerpt}>{values.excerpt}</code>,
}

const looks = {
  outcome: { width: '8rem', phone: 'end' },
  status: { width: '6rem', atEnd: false },
  sender: { width: '9rem', isExtra: true },
  code: { width: 'minmax(0, 2fr)', phone: 'below' },
  excerpt: { width: 'minmax(0, 2fr)', isExtra: true },
} as const

/** Why it was not simply accepted, and what of it was not used; in full where one points at it. */
const Details = ({ of: delivery }: { of: Delivery }) => {
  const text = [
    delivery.outcome !== 'accepted' && whatHappened(delivery),
    isOpen(delivery) && delivery.mend && asProse(delivery.mend),
    delivery.unused_fields.length > 0 && strings.notUsed(delivery.unused_fields.join(', ')),
  ]
    .filter(Boolean)
    .join(' ')
  return text !== '' && <span title={text}>{text}</span>
}
