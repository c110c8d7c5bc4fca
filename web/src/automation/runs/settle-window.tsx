import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useRunChange } from './api.ts'
import type { RunStep } from './states.ts'
import { strings } from './strings.ts'

interface Props {
  readonly runId: string
  readonly step: RunStep
  onClose(): void
}

/** Asks whether a step was done of which no answer came. */
export const SettleWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.settleTitle}>
    {opened && <SettleForm {...props} />}
  </Window>
)

type Outcome = 'happened' | 'did_not_happen'

const SettleForm = ({ runId, step: { node, path }, onClose }: Props) => {
  const [outcome, setOutcome] = useState<Outcome>('happened')
  const [reason, setReason] = useState('')
  const [output, setOutput] = useState('')
  const [faults, setFaults] = useState<{ reason?: string; output?: string }>({})
  const settle = useRunChange('settle-effect')
  const submit = (): void => {
    const given = output.trim() === '' || outcome !== 'happened' ? { value: undefined } : parsed(output)
    const found = {
      ...(reason.trim() === '' && { reason: strings.settleMissing }),
      ...(given === null && { output: strings.settleNoJson }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    settle.mutate(
      {
        ...{ runId, node, path, outcome, reason: reason.trim() },
        ...(given?.value !== undefined && { output: given.value }),
      },
      {
        onSuccess: () => {
          onClose()
          say(strings.retried)
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!settle.isPending) submit()
      }}
    >
      <Stack>
        <Text size="sm">{strings.uncertainText}</Text>
        <ErrorNote error={settle.error} title={strings.notDone} />
        <Radio.Group label={strings.settleOutcome} value={outcome} onChange={(value) => setOutcome(value as Outcome)}>
          <Stack gap="xs" mt="xs">
            <Radio value="happened" label={strings.happened} description={strings.happenedText} />
            <Radio value="did_not_happen" label={strings.didNotHappen} description={strings.didNotHappenText} />
          </Stack>
        </Radio.Group>
        {outcome === 'happened' && (
          <Textarea
            label={strings.settleOutput}
            value={output}
            error={faults.output}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setOutput(currentTarget.value)}
          />
        )}
        <Textarea
          label={strings.settleReason}
          value={reason}
          error={faults.reason}
          autosize
          minRows={2}
          maxLength={1_000}
          required
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <WindowFoot>
          <FormButtons submit={strings.settle} isPending={settle.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** Null: it is no JSON. */
const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
