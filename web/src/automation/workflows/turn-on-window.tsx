import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import { useWorkflowChange } from './api.ts'
import type { WorkflowShown } from './editor/use-draft.ts'
import { strings } from './strings.ts'

/** What a workflow kept while it was stopped; null: of all of the workspace, which is not counted. */
type Kept = WorkflowShown['kept']

interface Props {
  readonly opened: boolean
  /** Null: the switch of the workspace. */
  readonly workflow: { readonly id: string; readonly name: string } | null
  readonly kept: Kept
  onClose(): void
}

/** Asks before a switch is turned off: what was kept begins at once, or is cancelled. */
export const TurnOnWindow = ({ opened, workflow, kept, onClose }: Props) => {
  const stop = useWorkflowChange('stop-workflow')
  const [choice, setChoice] = useState<'go_on' | 'cancel'>('go_on')
  return (
    <ConfirmWindow
      opened={opened}
      title={workflow ? strings.turnOnTitle : strings.turnAllOnTitle}
      about={workflow?.name}
      text={kept && kept.under_way > 0 ? strings.turnOnUnderWay(kept.under_way) : strings.turnOnText}
      confirm={strings.turnOn}
      isPending={stop.isPending}
      error={stop.error}
      onConfirm={() =>
        stop.mutate(
          { workflowId: workflow?.id ?? null, on: false, kept: choice },
          {
            onSuccess: ({ cancelled }) => {
              say(cancelled > 0 ? strings.keptCancelled(cancelled) : workflow ? strings.turnedOn : strings.allOn)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {(kept === null || kept.starts > 0) && (
        <Radio.Group
          label={strings.keptStarts}
          {...(kept && { description: strings.startsKept(kept.starts) })}
          value={choice}
          onChange={(value) => setChoice(value === 'cancel' ? 'cancel' : 'go_on')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="go_on" label={strings.keptGoOn} />
            <Radio value="cancel" label={strings.keptCancel} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmWindow>
  )
}
