import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconTrash } from '#icons'
import { sayFailure } from '#web/ui/say.tsx'
import { label } from './label.ts'
import { useDeletion } from './use-deletion.ts'

/** In the row of a task: deletes it at once, and offers to undo that. */
export const DeleteTask = ({ id, name }: { id: string; name: string }) => {
  const { remove } = useDeletion()
  const deletion = useMutation({
    mutationFn: () => remove({ kind: 'task', id, name }),
    onError: (error) => sayFailure(error),
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`${label.remove}: ${name}`}
      title={label.remove}
      loading={deletion.isPending}
      onClick={() => deletion.mutate()}
    >
      <IconTrash size={15} aria-hidden />
    </ActionIcon>
  )
}
