import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { OwnField } from '#web/wire.ts'
import { useFieldChange, useValueCount } from './api.ts'
import { strings } from './strings.ts'

/** Fields that are put away with their values, to restore or to delete; nothing where there is none. */
export const ArchivedFields = ({ fields, mayChange }: { fields: readonly OwnField[]; mayChange: boolean }) => {
  const [removing, setRemoving] = useState<OwnField | null>(null)
  const restore = useFieldChange('archive-field')
  const remove = useFieldChange('delete-field')
  const count = useValueCount(removing)
  const archived = fields.filter(({ archived_at }) => archived_at !== null)
  if (archived.length === 0) return null
  const close = (): void => {
    remove.reset()
    setRemoving(null)
  }
  return (
    <Part title={strings.archived}>
      <List label={strings.archived} isInset>
        {archived.map((field) => (
          <ListRow
            key={field.id}
            title={<bdi>{field.name}</bdi>}
            actions={
              mayChange && (
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() =>
                      restore.mutate(
                        { fieldId: field.id, archived: false },
                        {
                          onSuccess: () => say(strings.restored),
                          onError: (error) => sayFailure(error, strings.notRestored),
                        },
                      )
                    }
                  >
                    {strings.restore}
                    <span className="hidden-visually"> {field.name}</span>
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setRemoving(field)}>
                    {strings.remove}
                    <span className="hidden-visually"> {field.name}</span>
                  </Button>
                </Group>
              )
            }
          >
            {strings.types[field.type]}
          </ListRow>
        ))}
      </List>
      <ConfirmWindow
        opened={removing !== null}
        title={strings.deleteTitle(removing?.name ?? '')}
        text={count.data && strings.deleteText(count.data.values)}
        confirm={strings.remove}
        isFinal
        error={remove.error ?? count.error}
        isPending={remove.isPending || count.isLoading}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { fieldId: removing.id },
            {
              onSuccess: () => {
                say(strings.deleted)
                close()
              },
            },
          )
        }
        onClose={close}
      />
    </Part>
  )
}
