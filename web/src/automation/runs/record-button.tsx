import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconRoute } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { label } from './record-strings.ts'
import type { RecordOf } from './record-window.tsx'

const RecordWindow = laterWindow(() => import('./record-window.tsx').then(({ RecordWindow }) => RecordWindow))

/** On the page of a lead, a contact or a deal: its runs, a start by hand, and why nothing ran. */
export const RecordWorkflows = (record: RecordOf) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconRoute size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {label.workflows}
      </Button>
      <RecordWindow opened={isOpen} of={record} onClose={() => setOpen(false)} />
    </>
  )
}
