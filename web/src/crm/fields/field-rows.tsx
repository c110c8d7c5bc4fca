import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconDots, IconGripVertical } from '#icons'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { Tags } from '#web/ui/tag.tsx'
import type { OwnField, PlainRecordKind } from '#web/wire.ts'
import { useFieldChange, useValueCount } from './api.ts'
import classes from './fields.module.css'
import { strings } from './strings.ts'

const choicesShown = 6

/** The fields of a kind in their order, which dragging changes, and the menu of each. */
export const FieldRows = ({
  kind,
  fields,
  mayChange,
  onEdit,
}: {
  kind: PlainRecordKind
  fields: readonly OwnField[]
  mayChange: boolean
  onEdit: (field: OwnField) => void
}) => {
  const ordering = useFieldChange('order-fields')
  const [archiving, setArchiving] = useState<OwnField | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [spoken, setSpoken] = useState('')
  const byId = new Map(fields.map((field) => [field.id, field]))
  const ids = ordering.isPending ? ordering.variables.fieldIds : fields.map(({ id }) => id)
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
  const moveTo = (field: OwnField, at: number): void => {
    const others = shown.filter(({ id }) => id !== field.id)
    const next = others.toSpliced(at, 0, field)
    setSpoken(strings.moved(field.name, at + 1, next.length))
    ordering.mutate({ kind, fieldIds: next.map(({ id }) => id) }, { onError: (error) => sayFailure(error, strings.notMoved) })
  }
  const drop = (): void => {
    const field = shown.find(({ id }) => id === dragged)
    const at = shown.filter(({ id }) => id !== dragged).findIndex(({ id }) => id === over)
    if (field && at !== -1) moveTo(field, at)
    setDragged(null)
    setOver(null)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.kinds[kind]}>
        {shown.map((field, at) => (
          <li
            key={field.id}
            className={classes.row}
            data-over={(over === field.id && dragged !== null) || undefined}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(field.id)
            }}
            onDrop={drop}
          >
            {mayChange && (
              <span
                className={classes.grip}
                draggable
                aria-hidden
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(field.id)
                }}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={16} />
              </span>
            )}
            <Description field={field} />
            {mayChange && (
              <Menu
                position="bottom-end"
                withinPortal
                target={
                  <ActionIcon variant="subtle" color="gray" size={32} aria-label={strings.actionsOf(field.name)}>
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                }
              >
                {({ Item }) => (
                  <>
                    <Item onClick={() => onEdit(field)}>{strings.edit}</Item>
                    <Item disabled={at === 0} onClick={() => moveTo(field, at - 1)}>
                      {strings.moveUp}
                    </Item>
                    <Item disabled={at === shown.length - 1} onClick={() => moveTo(field, at + 1)}>
                      {strings.moveDown}
                    </Item>
                    <Item color="red" onClick={() => setArchiving(field)}>
                      {strings.archive}
                    </Item>
                  </>
                )}
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <span className="hidden-visually" role="status">
        {spoken}
      </span>
      <ArchiveWindow field={archiving} onClose={() => setArchiving(null)} />
    </>
  )
}

const Description = ({ field }: { field: OwnField }) => {
  const choices = field.choices.filter(({ is_archived }) => !is_archived)
  return (
    <div className={classes.what}>
      <strong>
        <bdi>{field.name}</bdi>
      </strong>{' '}
      {field.required_stage_id !== null && <Pill>{strings.required}</Pill>} {field.in_forms && <Pill>{strings.form}</Pill>}
      <div className={classes.facts}>
        <span>
          {strings.types[field.type]}
          {field.currency !== null && ` · ${field.currency}`}
        </span>
        <span className={classes.key}>{field.key}</span>
      </div>
      {choices.length > 0 && <Tags tags={choices} most={choicesShown} />}
    </div>
  )
}

const ArchiveWindow = ({ field, onClose }: { field: OwnField | null; onClose: () => void }) => {
  const archive = useFieldChange('archive-field')
  const count = useValueCount(field)
  const close = (): void => {
    archive.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={field !== null}
      title={strings.archiveTitle(field?.name ?? '')}
      text={count.data && strings.archiveText(count.data.values)}
      confirm={strings.archive}
      error={archive.error ?? count.error}
      isPending={archive.isPending || count.isLoading}
      onConfirm={() =>
        field &&
        archive.mutate(
          { fieldId: field.id },
          {
            onSuccess: () => {
              say(strings.isArchived)
              close()
            },
          },
        )
      }
      onClose={close}
    />
  )
}
