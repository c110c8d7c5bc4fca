import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { daysLeft } from './days-left.ts'
import { deleting } from './strings.ts'
import { type Deletable, useDeletion } from './use-deletion.ts'

/** Above a record that is in the bin: until when, and the way out. */
export const BinBar = ({ record, deletedAt }: { record: Deletable; deletedAt: string }) => {
  const { restore } = useDeletion()
  return (
    <WarningNote title={deleting.inBin} role="status">
      {deleting.daysLeft(daysLeft(deletedAt, useClock()))}{' '}
      <Button variant="default" size="compact-sm" onClick={() => void restore(record)}>
        {deleting.restore}
      </Button>
    </WarningNote>
  )
}

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
  // Not in `onSuccess`: the page may hear of the deletion first, and show this window no longer.
  const deletion = useMutation({
    mutationFn: async () => {
      await remove(record)
      onClose()
      onDeleted()
    },
  })
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
      onConfirm={() => deletion.mutate()}
      onClose={close}
    />
  )
}
