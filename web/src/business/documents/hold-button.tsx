import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import type { DocumentDetail } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { strings } from './strings.ts'

/** Sets a legal hold, or ends it, with the reason for the evidence. */
export const HoldButton = ({ document }: { document: DocumentDetail }) => {
  const [isAsking, setAsking] = useState(false)
  const change = useDocumentChange('hold-document')
  const isHeld = document.held_since !== null
  const close = (): void => {
    change.reset()
    setAsking(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {isHeld ? strings.release : strings.hold}
      </Button>
      <ConfirmWindow
        opened={isAsking}
        onClose={close}
        title={isHeld ? strings.releaseTitle : strings.holdTitle}
        about={document.title}
        text={isHeld ? strings.releaseText : strings.holdText}
        confirm={isHeld ? strings.release : strings.hold}
        reason={{ label: strings.reason, hint: strings.holdReason, missing: strings.reasonMissing }}
        isPending={change.isPending}
        error={change.error}
        onConfirm={(reason) =>
          change.mutate(
            { documentId: document.id, hold: !isHeld, reason },
            {
              onSuccess: () => {
                say(isHeld ? strings.released : strings.held)
                close()
              },
            },
          )
        }
      />
    </>
  )
}
