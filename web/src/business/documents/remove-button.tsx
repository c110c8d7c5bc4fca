import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconTrash } from '#icons'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { DocumentDetail } from '#web/wire.ts'
import { useRemoval } from './api.ts'
import { strings } from './strings.ts'

/** Removes a document whose term has ended and that nothing holds; there is no such button before. */
export const RemoveButton = ({ document }: { document: DocumentDetail }) => {
  const [isAsking, setAsking] = useState(false)
  const nowMs = useClock()
  const navigate = useNavigate()
  const removal = useRemoval()
  const { kept_until: keptUntil, held_since: heldSince } = document
  if (heldSince !== null || keptUntil === null || Date.parse(keptUntil) > nowMs) return null
  return (
    <>
      <Button variant="default" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {strings.remove}
      </Button>
      <ConfirmWindow
        opened={isAsking}
        onClose={() => {
          removal.reset()
          setAsking(false)
        }}
        title={strings.removeTitle}
        about={document.title}
        text={strings.removeText}
        confirm={strings.removeConfirm}
        cancel={strings.keep}
        isFinal
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() =>
          removal.remove(document.id, () => {
            say(strings.removed)
            void navigate({ to: '/documents' })
          })
        }
      />
    </>
  )
}
