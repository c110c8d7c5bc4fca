import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconHistory } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { strings } from './strings.ts'

const EarlierWindow = laterWindow(() => import('./earlier-window.tsx').then(({ EarlierWindow }) => EarlierWindow))

/** Leads from before the page was a source, which come where a person asks for them. */
export const EarlierLeads = ({ leadSourceId }: { leadSourceId: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {strings.fetchEarlier}
      </Button>
      <EarlierWindow opened={isOpen} onClose={() => setIsOpen(false)} leadSourceId={leadSourceId} />
    </>
  )
}
