import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { currencyChoices } from '#web/business/invoices/choices.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { CrmEntity, SyncSchedule } from '#web/wire.ts'
import { type ShownHistory, type SyncSettings, useCrmChange } from './api.ts'
import type { OfCrm } from './crm-page.tsx'
import { entities } from './entities.ts'
import { strings } from './strings.ts'

/** What of a CRM is synced, when, and how much of its limits that may use. */
export const SettingsForm = ({ history, ...of }: OfCrm & { history: ShownHistory | undefined }) =>
  history?.settings ? <Form {...of} settings={history.settings} /> : <RowsPending rows={4} />

const Form = ({ connection, crm, settings }: OfCrm & { settings: SyncSettings }) => {
  const { organization } = useSession()
  const [draft, setDraft] = useState<Partial<SyncSettings>>({})
  const save = useCrmChange('save-crm-mapping', () => {
    setDraft({})
    say(strings.saved)
  })
  const chosen = { ...settings, ...draft }
  const change = (next: Partial<SyncSettings>): void => setDraft({ ...draft, ...next })
  const isDirty = Object.entries(draft).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name as keyof SyncSettings]),
  )
  const isEmpty = chosen.entities.length === 0
  const submit = (): void => {
    if (isEmpty) return
    save.mutate({ connectionId: connection.id, orgId: organization.id, ...draft })
  }
  return (
    <FormPage>
      <form
        noValidate
        style={{ maxWidth: '45rem' }}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Part title={strings.settingsTitle}>
          <Stack gap="lg">
            <ErrorNote error={save.error} title={strings.notSaved} />
            <Kinds
              label={strings.kindsLabel}
              value={chosen.entities}
              error={isEmpty ? strings.kindsMissing : undefined}
              onChange={(value) => change({ entities: value })}
            />
            <Select
              label={strings.schedule}
              data={(['off', 'hourly', 'daily'] as const).map((value) => ({ value, label: strings.schedules[value] }))}
              value={chosen.schedule}
              allowDeselect={false}
              maw="16rem"
              onChange={(value) => change({ schedule: value as SyncSchedule })}
            />
            <NumberInput
              label={strings.share(crm.title)}
              description={strings.shareHint}
              value={chosen.share}
              min={1}
              max={100}
              allowDecimal={false}
              clampBehavior="strict"
              suffix="%"
              maw="16rem"
              onChange={(value) => typeof value === 'number' && change({ share: value })}
            />
            <Select
              label={strings.currency}
              description={strings.currencyHint}
              data={currencyChoices()}
              value={chosen.currency}
              searchable
              clearable
              maw="16rem"
              onChange={(value) => change({ currency: value })}
            />
            <Kinds
              label={strings.creates(crm.title)}
              description={strings.createsHint}
              value={chosen.creates}
              onChange={(value) => change({ creates: value })}
            />
          </Stack>
        </Part>
        <SaveBar isDirty={isDirty} isPending={save.isPending} onDiscard={() => setDraft({})} />
      </form>
    </FormPage>
  )
}

const Kinds = ({
  label,
  description,
  value,
  error,
  onChange,
}: {
  label: string
  description?: string
  value: readonly CrmEntity[]
  error?: string | undefined
  onChange: (value: CrmEntity[]) => void
}) => (
  <Checkbox.Group
    label={label}
    {...(description && { description })}
    error={error}
    value={[...value]}
    onChange={(chosen) => onChange(entities.filter((entity) => chosen.includes(entity)))}
  >
    <Stack gap="xs" mt="xs">
      {entities.map((entity) => (
        <Checkbox key={entity} value={entity} label={strings.kinds[entity]} />
      ))}
    </Stack>
  </Checkbox.Group>
)
