import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { EarlierDays, mostDays } from './earlier-days.tsx'
import { strings } from './strings.ts'

interface EarlierWindowProps {
  opened: boolean
  onClose(): void
  leadSourceId: string
}

export const EarlierWindow = ({ opened, onClose, leadSourceId }: EarlierWindowProps) => {
  const queries = useQueryClient()
  const [days, setDays] = useState(mostDays)
  const fetch = useMutation({
    mutationFn: () => call('poll-meta-source', { leadSourceId, days }),
    onSuccess: () => {
      say(strings.earlierStarted)
      onClose()
      return queries.invalidateQueries({ queryKey: ['show-meta-source'] })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    fetch.mutate()
  }
  return (
    <Window opened={opened} onClose={onClose} title={strings.earlierTitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{strings.earlierText}</Text>
          <ErrorNote error={fetch.error} />
          <EarlierDays least={1} days={days} onChange={setDays} />
          <WindowFoot>
            <FormButtons submit={strings.fetch} isPending={fetch.isPending} onCancel={onClose} />
          </WindowFoot>
        </Stack>
      </form>
    </Window>
  )
}
