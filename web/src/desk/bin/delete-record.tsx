import { ActionIcon } from '@mantine/core'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { IconTrash } from '#icons'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { label } from './label.ts'
import type { Deletable } from './use-deletion.ts'

const loadParts = () => import('./record-parts.tsx')

const DeleteWindow = laterWindow(() => loadParts().then(({ DeleteWindow }) => DeleteWindow))

/** Above a record that is in the bin. */
export const BinBar = lazy(() => loadParts().then(({ BinBar }) => ({ default: BinBar })))

/** On the page of a record: deletes it, and leads to the list that it was in. The key Delete does the same. */
export const DeleteRecord = ({ record, to }: { record: Deletable; to: LinkProps['to'] }) => {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useShortcuts({ Delete: () => setOpen(true) })
  return (
    <>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label.remove}
        aria-keyshortcuts="Delete"
        title={label.remove}
        onClick={() => setOpen(true)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <DeleteWindow
        opened={isOpen}
        record={record}
        onClose={() => setOpen(false)}
        onDeleted={() => void navigate({ to: to as '/' })}
      />
    </>
  )
}
