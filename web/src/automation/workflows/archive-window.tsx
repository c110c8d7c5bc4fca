import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import type { Workflow } from '#web/wire.ts'
import { useWorkflowChange } from './api.ts'
import { strings } from './strings.ts'

/** Asks how the runs end that are still open. */
export const ArchiveWindow = ({ opened, workflow, onClose }: { opened: boolean; workflow: Workflow; onClose: () => void }) => {
  const archive = useWorkflowChange('archive-workflow')
  const [waiting, setWaiting] = useState<'end' | 'cancel'>('end')
  const open = Math.max(workflow.runs.open, workflow.waiting)
  return (
    <ConfirmWindow
      opened={opened}
      title={strings.archiveTitle}
      about={workflow.name}
      text={strings.archiveText}
      confirm={strings.archive}
      isPending={archive.isPending}
      error={archive.error}
      onConfirm={() =>
        archive.mutate(
          { workflowId: workflow.id, waiting },
          {
            onSuccess: () => {
              say(strings.archivedNow)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {open > 0 && (
        <Radio.Group
          label={strings.archiveWaiting}
          description={strings.runsOpen(open)}
          value={waiting}
          onChange={(value) => setWaiting(value === 'cancel' ? 'cancel' : 'end')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="end" label={strings.archiveEnd} />
            <Radio value="cancel" label={strings.archiveCancel} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmWindow>
  )
}
