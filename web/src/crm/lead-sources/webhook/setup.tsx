import { Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '#icons'
import { webhookServiceOf, webhookServices } from '#shapes/webhook-services.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Note } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useUpdateSource } from '../api.ts'
import { Fields } from './fields.tsx'
import { ProofForm } from './proof-form.tsx'
import { strings } from './strings.ts'

export type WebhookSettings = Extract<LeadSource['settings'], { kind: 'webhook' }>

const serviceChoices = webhookServices.map(({ slug, title }) => ({ value: slug, label: title }))

/** A webhook of another service: which, how it proves itself, and where its fields stand. */
export const WebhookSetup = ({ source }: { source: LeadSource }) => {
  const update = useUpdateSource()
  if (source.settings.kind !== 'webhook') return null
  const settings = source.settings
  /** The row of the service; a place that was chosen stays where the service stays. */
  const choose = (slug: string): void => {
    const service = webhookServiceOf(slug)
    if (!service || slug === settings.service) return
    const { only, unless, answers, mapping } = service
    update.mutate({
      leadSourceId: source.id,
      settings: { kind: 'webhook', service: slug, proof: settings.proof, only, unless, answers, mapping },
    })
  }
  return (
    <Stack gap="lg" maw="45rem">
      <ErrorNote error={update.error} title={strings.notSaved} />
      <Select
        label={strings.service}
        description={strings.serviceHint}
        data={serviceChoices}
        value={settings.service}
        allowDeselect={false}
        searchable
        disabled={update.isPending}
        onChange={(slug) => slug && choose(slug)}
      />
      {webhookServiceOf(settings.service)?.hasNoAnswers && (
        <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.noAnswers}>
          {strings.noAnswersText}
        </Note>
      )}
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {strings.address}
        </Text>
        <Text size="sm" c="dimmed">
          {strings.addressText}
        </Text>
        <CodeBlock text={source.url ?? ''} label={strings.address} />
      </Stack>
      <ProofForm key={`proof ${settings.service}`} source={source} settings={settings} />
      <Fields source={source} settings={settings} />
    </Stack>
  )
}
