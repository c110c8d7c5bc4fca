import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RollForm } from '#web/ui/roll-form.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Output } from '#web/wire.ts'
import { useWorkflowChange } from '../api.ts'
import type { Rolled } from './hook-panel.tsx'
import { strings } from './strings.ts'

interface RollWindowProps {
  readonly workflowId: string
  readonly what: Rolled
  readonly opened: boolean
  readonly onClose: () => void
}

/** Makes the address and secret of a workflow, or one of them anew, and shows what was made for the one time it can be seen. */
export const RollWindow = ({ workflowId, what, opened, onClose }: RollWindowProps) => {
  const [made, setMade] = useState<Output<'roll-workflow-hook'> | null>(null)
  const roll = useWorkflowChange('roll-workflow-hook')
  const close = (): void => {
    setMade(null)
    roll.reset()
    onClose()
  }
  const make = (overlapHours: number): void =>
    roll.mutate({ workflowId, what, overlapHours }, { onSuccess: (answer) => setMade(answer as Output<'roll-workflow-hook'>) })
  const titles = { both: strings.createUrl, address: strings.rollUrlTitle, secret: strings.rollSecretTitle }
  return (
    <Window
      opened={opened}
      onClose={close}
      title={made ? strings.madeTitle : titles[what]}
      wide={made !== null}
      held={made !== null}
    >
      {made ? (
        <Made made={made} onDone={close} />
      ) : what === 'both' ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            make(0)
          }}
        >
          <Stack>
            <ErrorNote error={roll.error} />
            <Text size="sm">{strings.whenPublished}</Text>
            <Group justify="flex-end">
              <FormButtons submit={strings.createUrl} isPending={roll.isPending} onCancel={close} />
            </Group>
          </Stack>
        </form>
      ) : (
        <RollForm
          text={what === 'address' ? strings.rollUrlText : strings.rollSecretText}
          label={what === 'address' ? strings.rollUrlOverlap : strings.rollSecretOverlap}
          none={strings.noOverlap}
          act={what === 'address' ? strings.rollUrl : strings.rollSecret}
          error={roll.error}
          isPending={roll.isPending}
          onRoll={make}
          onCancel={close}
        />
      )}
    </Window>
  )
}

const Made = ({ made: { url, secret }, onDone }: { made: Output<'roll-workflow-hook'>; onDone: () => void }) => (
  <Stack>
    <Text size="sm">{strings.madeText}</Text>
    {url !== null && <CodeBlock text={url} label={strings.url} />}
    {secret !== null && <CodeBlock text={secret} label={strings.secret} />}
    <WindowFoot>
      <Button onClick={onDone}>{strings.stored}</Button>
    </WindowFoot>
  </Stack>
)
