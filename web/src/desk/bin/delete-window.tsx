import { useMutation } from '@tanstack/react-query'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { deleting } from './strings.ts'
import { type Deletable, useDeletion } from './use-deletion.ts'

/** Says what goes to the bin with a record, and deletes it. */
export const DeleteWindow = ({
  opened,
  record,
  onClose,
  onDeleted,
}: {
  opened: boolean
  record: Deletable
  onClose: () => void
  onDeleted: () => void
}) => {
  const { remove } = useDeletion()
  const deletion = useMutation({ mutationFn: () => remove(record) })
  const close = (): void => {
    deletion.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      title={deleting.title(record.name)}
      text={deleting.text[record.kind]}
      confirm={deleting.remove}
      error={deletion.error}
      isPending={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(undefined, {
          onSuccess: () => {
            close()
            onDeleted()
          },
        })
      }
      onClose={close}
    />
  )
}
