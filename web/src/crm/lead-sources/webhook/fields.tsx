import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconClock } from '#icons'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { LeadSource, LeadSourceSample } from '#web/wire.ts'
import { useUpdateSource } from '../api.ts'
import type { WebhookSettings } from './setup.tsx'
import { strings } from './strings.ts'

type Member = keyof typeof strings.members
const members = Object.keys(strings.members) as Member[]

/** The fields of the newest sample, and which of them is which part of a lead. */
export const Fields = ({ source, settings }: { source: LeadSource; settings: WebhookSettings }) => {
  const { data, error, isPending, refetch } = useQuery(read('show-lead-source-sample', { leadSourceId: source.id }))
  if (error) return <ErrorNote error={error} title={strings.sampleFailed} onRetry={() => void refetch()} />
  if (isPending) return <RowsPending rows={3} />
  if (!data.sample)
    return (
      <Note tone="good" icon={<IconClock size={18} />} title={strings.sampleWaiting}>
        {strings.sampleWaitingText}
      </Note>
    )
  return <Chosen key={settings.service} source={source} settings={settings} sample={data.sample} />
}

const longestExample = 60

/** What was chosen here stays while newer samples come. */
const Chosen = ({ source, settings, sample }: { source: LeadSource; settings: WebhookSettings; sample: LeadSourceSample }) => {
  const update = useUpdateSource()
  const [mapping, setMapping] = useState<Partial<Record<Member, string>>>(sample.proposed)
  const [isMissing, setMissing] = useState(false)
  const isDirty = JSON.stringify(mapping) !== JSON.stringify(settings.mapping)
  const lacks = !mapping.email && !mapping.phone
  const save = (): void => {
    setMissing(lacks)
    if (lacks) return
    update.mutate({ leadSourceId: source.id, settings: { ...settings, mapping } }, { onSuccess: () => say(strings.saved) })
  }
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {strings.fields}
      </Text>
      <Text size="sm" c="dimmed">
        {strings.fieldsText}
      </Text>
      <ErrorNote error={update.error} title={strings.notSaved} />
      {members.map((member) => (
        <Select
          key={member}
          label={strings.members[member]}
          {...(member === 'external_id' && { description: strings.idHint })}
          placeholder={strings.notSent}
          data={choicesFor(sample, mapping[member])}
          value={mapping[member] ?? null}
          error={member === 'email' && isMissing && lacks ? strings.contactMissing : null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': strings.notSent }}
          onChange={(place) => {
            const { [member]: _before, ...rest } = mapping
            setMapping(place === null ? rest : { ...rest, [member]: place })
          }}
        />
      ))}
      {(isDirty || update.isPending) && (
        <Button onClick={save} loading={update.isPending} style={{ alignSelf: 'flex-start' }}>
          {strings.save}
        </Button>
      )}
    </Stack>
  )
}

/** The places of the sample; one that was chosen and that this sample lacks stands among them, and says so. */
const choicesFor = ({ places }: LeadSourceSample, chosen: string | undefined) => {
  const choices = places.map(({ place, label, example }) => ({
    value: place,
    label: `${label}: ${example.length > longestExample ? `${example.slice(0, longestExample)}…` : example}`,
  }))
  return chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, label: `${chosen}: ${strings.noExample}` }, ...choices]
}
