import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconPin, IconPinnedOff } from '#icons'
import { Card } from '#web/ui/card.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { CrmConflict, CrmEntity, CrmLink, Output } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import { ConflictRow } from './conflict-row.tsx'
import classes from './crm-sync.module.css'
import { recordStrings as strings } from './record-strings.ts'
import { fieldName, type ReadValue, useReadValue } from './values.ts'

/** The records at CRMs that stand for this one: each value as it is there, and what is to be decided. */
export const CrmLinks = ({
  entity,
  recordId,
  record: { links, conflicts },
}: {
  entity: CrmEntity
  recordId: string
  record: Output<'show-crm-record'>
}) => {
  const pin = useCrmChange('pin-crm-value')
  const onPin: OnPin = (field, pinned) =>
    pin.mutate({ entity, recordId, field, pinned }, { onError: (error) => sayFailure(error) })
  const readValue = useReadValue([
    ...links.flatMap(({ values }) => values.map(({ field }) => field)),
    ...conflicts.map(({ field }) => field),
  ])
  return links.map((link) => (
    <OneLink
      key={`${link.connection_id} ${link.record_id}`}
      link={link}
      conflicts={conflicts.filter(
        ({ connection_id, record_id }) => connection_id === link.connection_id && record_id === link.record_id,
      )}
      readValue={readValue}
      onPin={onPin}
    />
  ))
}

type OnPin = (field: string, pinned: boolean) => void

const OneLink = ({
  link,
  conflicts,
  readValue,
  onPin,
}: {
  link: CrmLink
  conflicts: readonly CrmConflict[]
  readValue: ReadValue
  onPin: OnPin
}) => (
  <Card
    title={strings.title(link.title)}
    actions={
      <>
        {link.state === 'gone' && <Pill tone="warn">{strings.goneThere}</Pill>}
        {link.state === 'merged' && <Pill>{strings.mergedThere}</Pill>}
      </>
    }
  >
    {conflicts.length > 0 && (
      // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
      <ul className={classes.list} role="list" aria-label={strings.decide}>
        {conflicts.map((conflict) => (
          <ConflictRow key={conflict.id} conflict={conflict} title={link.title} readValue={readValue} isOnRecord />
        ))}
      </ul>
    )}
    <dl className={classes.values} data-narrow>
      {link.values.map((value) => (
        <Value key={value.field} of={value} readValue={readValue} onPin={onPin} />
      ))}
      <dt>{strings.id}</dt>
      <dd>
        <bdi>{link.record_id}</bdi>{' '}
        {link.record_url && (
          <a href={link.record_url} target="_blank" rel="noreferrer noopener" className="text-link">
            {strings.openIn(link.title)}
          </a>
        )}
      </dd>
      <dt>{strings.seen}</dt>
      <dd>
        <RelativeTime at={link.seen_at} long />{' '}
        <Link
          to="/settings/connections/crm/$connectionId"
          params={{ connectionId: link.connection_id }}
          search={{}}
          className="text-link"
        >
          {strings.syncs}
        </Link>
      </dd>
    </dl>
    {link.values.length === 0 && <span className="dim">{strings.noValues}</span>}
  </Card>
)

const Value = ({
  of: { field, label, value, is_ours, is_pinned, can_pin },
  readValue,
  onPin,
}: {
  of: CrmLink['values'][number]
  readValue: ReadValue
  onPin: OnPin
}) => (
  <>
    <dt>
      <bdi>{fieldName(field, label)}</bdi>
    </dt>
    <dd>
      <bdi>{readValue(field, value)}</bdi>{' '}
      {is_pinned ? (
        <span title={strings.pinnedHelp}>
          <Pill>
            <IconPin size={12} aria-hidden /> {strings.pinned}
          </Pill>
        </span>
      ) : (
        !is_ours && (
          <span title={strings.differsHelp}>
            <Pill>{strings.differs}</Pill>
          </span>
        )
      )}
      {can_pin && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={(is_pinned ? strings.unpin : strings.pin)(fieldName(field, label))}
          title={(is_pinned ? strings.unpin : strings.pin)(fieldName(field, label))}
          onClick={() => onPin(field, !is_pinned)}
        >
          {is_pinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </ActionIcon>
      )}
    </dd>
  </>
)
