import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconInbox } from '#icons'
import { useKeys } from '#web/platform/api-keys/api.ts'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { asProse, ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows } from '#web/ui/keyset-list.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Delivery, DeliveryOutcome } from '#web/wire.ts'
import classes from './request-log.module.css'
import { isOpen, labelOf, whatHappened } from './states.ts'
import { strings } from './strings.ts'

const outcomeChoices = Object.entries(strings.outcomes).map(([value, label]) => ({ value, label }))

/** The requests that came to the lead API: of one key, or of all with a choice among them. */
export const DeliveryList = ({ keyId }: { keyId?: string }) => {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<DeliveryOutcome | null>(null)
  const key = keyId ?? chosenKey
  return (
    <>
      <Toolbar>
        {keyId === undefined && <KeyChoice value={chosenKey} onChange={setChosenKey} />}
        <Select
          aria-label={strings.outcome}
          placeholder={strings.anyOutcome}
          data={outcomeChoices}
          value={outcome}
          onChange={(value) => setOutcome(value as DeliveryOutcome | null)}
          clearable
          clearButtonProps={{ 'aria-label': strings.anyOutcome }}
        />
      </Toolbar>
      <Rows key={`${key} ${outcome}`} keyId={key} outcome={outcome} withKey={keyId === undefined} />
    </>
  )
}

const KeyChoice = ({ value, onChange }: { value: string | null; onChange(keyId: string | null): void }) => {
  const keys = useKeys()
  return (
    <Select
      aria-label={strings.ofKey}
      placeholder={strings.allKeys}
      data={(keys.data?.keys ?? []).map((key) => ({ value: key.id, label: `${key.name} …${key.hint}` }))}
      value={value}
      onChange={onChange}
      clearable
      searchable
      nothingFoundMessage={strings.noSuchKey}
      clearButtonProps={{ 'aria-label': strings.allKeys }}
    />
  )
}

const Rows = ({ keyId, outcome, withKey }: { keyId: string | null; outcome: DeliveryOutcome | null; withKey: boolean }) => {
  const list = useKeyset(
    'list-deliveries',
    { ...(keyId === null ? {} : { keyId }), ...(outcome === null ? {} : { outcome }) },
    { rows: (answer) => answer.deliveries, on: ['delivery.recorded', 'lead.received'] },
  )
  if (list.error) return <ErrorNote error={list.error} title={strings.deliveriesFailed} onRetry={list.retry} />
  if (list.isPending) return <TablePending />
  if (list.rows.length === 0)
    return <NoDeliveries filtered={outcome !== null || (withKey && keyId !== null)} leadsToKeys={withKey} />
  return (
    <>
      <NewAbove arrived={list.arrived} />
      <DataTable
        label={strings.deliveries}
        rows={list.rows}
        fresh={list.fresh}
        idOf={({ id }) => id}
        name={strings.received}
        nameOf={({ received_at }) => <RelativeTime at={received_at} />}
        nameWidth="8rem"
        linkOf={({ id }) => ({ to: '/settings/deliveries/$deliveryId', params: { deliveryId: id } })}
        columns={withKey ? columns : columns.filter(({ key }) => key !== 'key')}
      />
      <OlderRows list={list} />
    </>
  )
}

const NoDeliveries = ({ filtered, leadsToKeys }: { filtered: boolean; leadsToKeys: boolean }) => (
  <Empty
    icon={<IconInbox size={24} stroke={1.6} />}
    title={filtered ? strings.nothingMatches : strings.noRequest}
    text={filtered ? strings.nothingMatchesText : strings.noRequestText}
  >
    {!filtered && leadsToKeys && (
      <Button component={Link} to="/settings/keys">
        {strings.createKey}
      </Button>
    )}
  </Empty>
)

const columns: readonly Column<Delivery>[] = [
  {
    key: 'outcome',
    name: strings.outcome,
    cell: (delivery) => <State of={labelOf(delivery)} />,
    width: '8rem',
    phone: 'end',
  },
  { key: 'status', name: strings.response, cell: ({ status }) => status, width: '6rem' },
  {
    key: 'key',
    name: strings.ofKey,
    cell: ({ key, source }) => key?.name ?? source?.name ?? strings.keyUnknown,
    width: '9rem',
    isExtra: true,
  },
  {
    key: 'details',
    name: strings.details,
    cell: (delivery) => <Details of={delivery} />,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  {
    key: 'excerpt',
    name: strings.body,
    cell: ({ excerpt }) => excerpt && <code className={classes.excerpt}>{excerpt}</code>,
    width: 'minmax(0, 2fr)',
    isExtra: true,
  },
]

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
