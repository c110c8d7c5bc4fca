import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Window } from '#web/ui/window.tsx'
import { type EnrichedPeople, useEnrichment, useKnown } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly ids: readonly string[]
  /** Of this month’s budget. */
  readonly budgetLeft: number
  readonly opened: boolean
  readonly onDone: (done: EnrichedPeople) => void
  readonly onClose: () => void
}

/** Says what an enrichment may cost before anything is asked for, and asks for no more than that. */
export const EnrichWindow = ({ opened, onClose, ...props }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.enrichTitle(props.ids.length)}>
    <EnrichForm {...props} onClose={onClose} />
  </Window>
)

const EnrichForm = ({ ids, budgetLeft, onDone, onClose }: Omit<Props, 'opened'>) => {
  const [mobiles, setMobiles] = useState(false)
  const [again, setAgain] = useState(false)
  const known = useKnown({ enrich: ids, mobiles, again })
  const enrichment = useEnrichment((done) => {
    const found = done.people.filter(({ state }) => state === 'found').length
    say(strings.enriched(found, done.credits))
    onDone(done)
    onClose()
  })
  const cost = known.data?.credits
  const lost = known.data?.people.filter(({ state }) => state === 'unknown').length ?? 0
  const submit = (): void => {
    if (cost === undefined || enrichment.isPending) return
    enrichment.mutate({ enrich: ids, mobiles, again, mostCredits: cost })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={enrichment.error} />
        <ErrorNote error={known.error} title={strings.costUnknown} onRetry={known.refetch} />
        {known.isPending ? <Waiting>{strings.costLoading}</Waiting> : <Cost credits={cost} budgetLeft={budgetLeft} />}
        <Checkbox
          label={strings.mobiles}
          description={strings.mobilesHint}
          checked={mobiles}
          onChange={({ currentTarget }) => setMobiles(currentTarget.checked)}
        />
        {lost > 0 && (
          <Checkbox
            label={strings.again(lost)}
            description={strings.againHint}
            checked={again}
            onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {strings.onlyFound}
        </Text>
        <Group justify="flex-end">
          <FormButtons submit={strings.confirm} isPending={enrichment.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

const Cost = ({ credits, budgetLeft }: { credits: number | undefined; budgetLeft: number }) => {
  if (credits === undefined) return null
  if (credits === 0) return <Text size="sm">{strings.free}</Text>
  return (
    <Text size="sm" role="status">
      <strong>{strings.upTo(credits)}</strong>{' '}
      {credits > budgetLeft ? strings.tooMuch(budgetLeft) : strings.leftNow(budgetLeft)}
    </Text>
  )
}
