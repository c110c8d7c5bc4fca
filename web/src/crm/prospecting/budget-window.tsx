import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ProspectingBudget } from '#web/wire.ts'
import { useProspectingChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly budget: ProspectingBudget
  readonly opened: boolean
  readonly onClose: () => void
}

export const BudgetWindow = ({ opened, onClose, ...props }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.budgetTitle}>
    <BudgetForm {...props} onClose={onClose} />
  </Window>
)

const BudgetForm = ({ budget, onClose }: Omit<Props, 'opened'>) => {
  const [text, setText] = useState(String(budget.limit))
  const [isTried, setTried] = useState(false)
  const set = useProspectingChange('set-prospecting-budget', () => {
    say(strings.saved)
    onClose()
  })
  const isValid = /^\d{1,7}$/.test(text.trim()) && Number(text) <= 1_000_000
  const fault = isTried && !isValid ? strings.budgetInvalid : fieldError(set.error, 'monthlyCredits')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isValid && !set.isPending) set.mutate({ monthlyCredits: Number(text) })
      }}
    >
      <Stack>
        {!fault && <ErrorNote error={set.error} />}
        <Text size="sm">{strings.budgetText}</Text>
        <TextInput
          label={strings.budgetField}
          inputMode="numeric"
          maxLength={9}
          value={text}
          error={fault}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end">
          <FormButtons submit={strings.save} isPending={set.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
