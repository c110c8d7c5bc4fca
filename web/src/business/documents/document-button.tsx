import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconFilePlus } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from './deal-strings.ts'

const SendWindow = laterWindow(() => import('./send-window.tsx').then(({ SendWindow }) => SendWindow))

/** Sends a document of a deal: of this one, or of one that is chosen in the window. */
export const DocumentButton = ({ dealId }: { dealId: string | null }) => {
  const [isSending, setSending] = useState(false)
  return (
    <>
      <ActionIcon variant="default" size={32} aria-label={strings.send} title={strings.send} onClick={() => setSending(true)}>
        <IconFilePlus size={16} aria-hidden />
      </ActionIcon>
      <SendWindow {...(dealId !== null && { dealId })} opened={isSending} onClose={() => setSending(false)} />
    </>
  )
}
