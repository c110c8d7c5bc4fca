import { Button, Select } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '#web/platform/api-keys/api.ts'
import { Empty } from '#web/ui/empty.tsx'
import { asProse, ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Delivery } from '#web/wire.ts'
import type { Outcome } from './api.ts'
import classes from './request-log.module.css'
import { isOpen, labelOf, whatHappened } from './states.ts'
import { strings } from './strings.ts'

const outcomeChoices = Object.entries(strings.outcomes).map(([value, label]) => ({ value, label }))

/** The requests that came to the lead API: of one key, or of all with a choice among them. */
export const DeliveryList = ({ keyId }: { keyId?: string }) => {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const key = keyId ?? chosenKey
  return (
    <div>
      <div className={classes.filters}>
        {keyId === undefined && <KeyChoice value={chosenKey} onChange={setChosenKey} />}
        <Select
          label={strings.outcome}
          placeholder={strings.anyOutcome}
          data={outcomeChoices}
          value={outcome}
          onChange={(value) => setOutcome(value as Outcome | null)}
          clearable
          clearButtonProps={{ 'aria-label': strings.anyOutcome }}
        />
      </div>
      <Rows key={`${key} ${outcome}`} keyId={key} outcome={outcome} withKey={keyId === undefined} />
    </div>
  )
}

const KeyChoice = ({ value, onChange }: { value: string | null; onChange(keyId: string | null): void }) => {
  const keys = useKeys()
  return (
    <Select
      label={strings.ofKey}
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

const Rows = ({ keyId, outcome, withKey }: { keyId: string | null; outcome: Outcome | null; withKey: boolean }) => {
  const list = useKeyset(
    'list-deliveries',
    { ...(keyId === null ? {} : { keyId }), ...(outcome === null ? {} : { outcome }) },
    { rows: (answer) => answer.deliveries, on: ['delivery.recorded', 'lead.received'] },
  )
  if (list.error) return <ErrorNote error={list.error} title={strings.deliveriesFailed} onRetry={list.retry} />
  if (list.isPending) return <RowsPending />
  if (list.rows.length === 0)
    return <NoDeliveries filtered={outcome !== null || (withKey && keyId !== null)} leadsToKeys={withKey} />
  return (
    <>
      <NewAbove arrived={list.arrived} />
      <ul className={classes.list} aria-label={strings.deliveries}>
        {list.rows.map((delivery) => (
          <DeliveryRow key={delivery.id} of={delivery} withKey={withKey} isFresh={list.fresh.has(delivery.id)} />
        ))}
      </ul>
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

const DeliveryRow = ({ of: delivery, withKey, isFresh }: { of: Delivery; withKey: boolean; isFresh: boolean }) => (
  <li className={classes.row} data-fresh={isFresh || undefined}>
    <div className={classes.rowHead}>
      <div className={classes.rowTitle}>
        <State of={labelOf(delivery)} />
        <Link to="/settings/deliveries/$deliveryId" params={{ deliveryId: delivery.id }} className={classes.name}>
          <RelativeTime at={delivery.received_at} long />
        </Link>
        <span className={classes.quiet}>
          {strings.answered(delivery.status, withKey && delivery.key ? delivery.key.name : null)}
        </span>
      </div>
    </div>
    {delivery.outcome !== 'accepted' && (
      <p className={classes.reason}>
        {whatHappened(delivery)}
        {isOpen(delivery) && delivery.mend ? ` ${asProse(delivery.mend)}` : ''}
      </p>
    )}
    {delivery.unused_fields.length > 0 && (
      <p className={`${classes.reason} ${classes.quiet}`}>{strings.notUsed(delivery.unused_fields.join(', '))}</p>
    )}
    {delivery.excerpt && <code className={classes.excerpt}>{delivery.excerpt}</code>}
  </li>
)
