import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { IconArchive, IconExternalLink, IconPencil, IconPlus } from '#icons'
import { listed } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { BookingEventType } from '#web/wire.ts'
import { useBookingChange, useEventTypes } from './api.ts'
import { EmbedPart } from './embed-part.tsx'
import { EventTypeWindow } from './event-type-window.tsx'
import { strings } from './strings.ts'

/** Settings → Event types: what can be booked, with whom, and the link of each page. */
export const EventTypesPage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = useEventTypes()
  const [editing, setEditing] = useState<BookingEventType | 'new' | null>(null)
  const [archiving, setArchiving] = useState<BookingEventType | null>(null)
  const archive = useBookingChange('archive-event-type')
  const close = (): void => {
    archive.reset()
    setArchiving(null)
  }
  return (
    <>
      <PageHeader
        title={strings.types}
        about={strings.typesLead}
        width="form"
        {...(!mayChange && { lead: strings.onlyAdmins })}
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
              {strings.newType}
            </Button>
          )
        }
      />
      <ErrorNote error={error} title={strings.typesFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {data && (
        <List label={strings.types}>
          {data.event_types.map((type) => (
            <ListRow
              key={type.id}
              title={<bdi>{type.name}</bdi>}
              pills={
                <>
                  {type.is_default && <Pill tone="accent">{strings.isDefault}</Pill>}
                  {type.archived && <Pill>{strings.archived}</Pill>}
                  {type.approval && <Pill tone="warn">{strings.approval}</Pill>}
                </>
              }
              actions={<TypeActions type={type} mayChange={mayChange} onEdit={setEditing} onArchive={setArchiving} />}
            >
              {strings.lengthOf(type.minutes)} · {strings.modes[type.mode]} ·{' '}
              <bdi>{type.all_admins ? strings.allAdmins : listed(type.hosts.map(({ name }) => name))}</bdi>
            </ListRow>
          ))}
        </List>
      )}
      {data && <EmbedPart types={data.event_types.filter(({ archived }) => !archived)} mayChange={mayChange} />}
      <EventTypeWindow editing={editing} onClose={() => setEditing(null)} />
      <ConfirmWindow
        opened={archiving !== null}
        title={strings.archiveTitle(archiving?.name ?? '')}
        text={strings.archiveText}
        confirm={strings.archive}
        isFinal
        error={archive.error}
        isPending={archive.isPending}
        onConfirm={() => archiving && archive.mutate({ eventTypeId: archiving.id }, { onSuccess: close })}
        onClose={close}
      />
    </>
  )
}

const TypeActions = ({
  type,
  mayChange,
  onEdit,
  onArchive,
}: {
  type: BookingEventType
  mayChange: boolean
  onEdit(type: BookingEventType): void
  onArchive(type: BookingEventType): void
}) =>
  type.archived ? null : (
    <Group gap="xs">
      <Button
        component="a"
        href={type.url}
        target="_blank"
        rel="noreferrer"
        size="xs"
        variant="default"
        leftSection={<IconExternalLink size={14} aria-hidden />}
      >
        {strings.openPage}
        <span className="hidden-visually"> {type.name}</span>
      </Button>
      <CopyButton text={type.url} label={`${strings.copyLink}: ${type.name}`} />
      {mayChange && (
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => onEdit(type)}>
          {strings.edit}
          <span className="hidden-visually"> {type.name}</span>
        </Button>
      )}
      {mayChange && !type.is_default && (
        <Button size="xs" variant="default" leftSection={<IconArchive size={14} aria-hidden />} onClick={() => onArchive(type)}>
          {strings.archive}
          <span className="hidden-visually"> {type.name}</span>
        </Button>
      )}
    </Group>
  )
