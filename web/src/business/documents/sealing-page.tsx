import { NativeSelect, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ReminderFields, reminderFaults, remindersOf, typedReminders } from '#web/business/templates/reminder-fields.tsx'
import { strings as templateStrings } from '#web/business/templates/strings.ts'
import { wholeNumberField } from '#web/i18n/format.ts'
import { ErrorNote, fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { Fields, FormPage, Part, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import type { SealingSettings } from '#web/wire.ts'
import { useDocumentChange, useSealing } from './api.ts'
import { CodeTemplateField, templateOf, writtenTemplate } from './code-template-field.tsx'
import { Keeping } from './keeping.tsx'
import { RemovedDocuments } from './removed-documents.tsx'
import { Certificates } from './seal-certificate.tsx'
import { SealRecords } from './seal-records.tsx'
import { strings } from './strings.ts'

/** Settings → Sealing: the certificate of the workspace, and how documents are signed. */
export const SealingPage = () => {
  const { data, error, isPending, refetch } = useSealing()
  return (
    <>
      <PageHeader title={strings.sealing} about={strings.sealingAbout} width="form" />
      <ErrorNote error={error} title={strings.sealingFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <FormPage>
          <Part title={strings.certificate} text={strings.certificateText}>
            <Certificates sealing={data.sealing} />
          </Part>
          <SettingsForm sealing={data.sealing} />
          <Keeping sealing={data.sealing} />
          <Part title={strings.records} text={strings.recordsText}>
            <SealRecords />
          </Part>
          <Part title={strings.removedTitle} text={strings.removedText}>
            <RemovedDocuments />
          </Part>
        </FormPage>
      )}
    </>
  )
}

const timestampRules = ['required', 'preferred', 'none'] as const

const valuesOf = ({
  allows_attesting,
  days_to_sign,
  timestamp,
  timestamp_url,
  long_term,
  reminders,
  code_template,
}: SealingSettings) => ({
  timestamp: timestamp as string,
  timestampUrl: timestamp_url ?? '',
  longTerm: long_term,
  reminders: typedReminders(reminders),
  allowsAttesting: allows_attesting,
  daysToSign: days_to_sign as number | string,
  codeTemplate: code_template ? writtenTemplate(code_template) : '',
})

const SettingsForm = ({ sealing }: { sealing: SealingSettings }) => {
  const update = useDocumentChange('update-sealing')
  const form = useForm({
    initialValues: valuesOf(sealing),
    validate: {
      reminders: (typed) => (Object.keys(reminderFaults(typed)).length > 0 ? strings.reminders : null),
      daysToSign: (days) => (Number(days) >= 1 && Number(days) <= 365 ? null : strings.daysWrong),
    },
  })
  const submit = form.onSubmit((sent) => {
    const { allowsAttesting, daysToSign, timestamp, timestampUrl, longTerm, reminders, codeTemplate } = sent
    update.mutate(
      {
        ...{ allowsAttesting, daysToSign: Number(daysToSign), timestamp: timestamp as SealingSettings['timestamp'] },
        ...{ timestampUrl: timestampUrl.trim() || null, longTerm },
        reminders: remindersOf(reminders),
        codeTemplate: templateOf(codeTemplate),
      },
      {
        onSuccess: (answer) => {
          takeSaved(form, sent, valuesOf(answer.sealing))
          say(strings.saved)
        },
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      {!['daysToSign', 'timestamp', 'timestampUrl', 'longTerm', 'codeTemplate'].some((field) =>
        fieldError(update.error, field),
      ) && <ErrorNote error={update.error} title={strings.notSaved} />}
      <Part title={strings.signing}>
        <Fields>
          <NumberInput
            label={strings.daysToSign}
            description={strings.daysHint}
            min={1}
            max={365}
            {...wholeNumberField}
            {...form.getInputProps('daysToSign')}
            error={form.errors.daysToSign ?? fieldError(update.error, 'daysToSign')}
          />
          <Fieldset legend={strings.reminders}>
            <Text size="sm" c="dimmed" mb="xs">
              {templateStrings.remindersHint}
            </Text>
            <ReminderFields
              typed={form.values.reminders}
              isChecked={form.errors.reminders !== undefined}
              onChange={(typed) => form.setFieldValue('reminders', typed)}
            />
          </Fieldset>
          <Switch
            label={strings.allowsAttesting}
            description={strings.attestingHint}
            {...form.getInputProps('allowsAttesting', { type: 'checkbox' })}
          />
          <CodeTemplateField {...form.getInputProps('codeTemplate')} error={fieldErrorIn(update.error, 'codeTemplate')} />
        </Fields>
      </Part>
      <Part title={strings.timestamps} text={strings.timestampsText}>
        <Fields>
          <NativeSelect
            label={strings.timestampRule}
            data={timestampRules.map((value) => ({ value, label: strings.timestampRules[value] }))}
            {...form.getInputProps('timestamp')}
            error={fieldError(update.error, 'timestamp')}
          />
          <TextInput
            type="url"
            label={strings.timestampUrl}
            description={sealing.has_usual_authority ? strings.timestampUrlUsual : strings.timestampUrlHint}
            maxLength={500}
            {...form.getInputProps('timestampUrl')}
            error={fieldError(update.error, 'timestampUrl')}
          />
          <Switch
            label={strings.longTermRule}
            description={strings.longTermHint}
            {...form.getInputProps('longTerm', { type: 'checkbox' })}
            error={fieldError(update.error, 'longTerm')}
          />
        </Fields>
      </Part>
      <SaveBar isDirty={form.isDirty()} isPending={update.isPending} onDiscard={form.reset} />
    </form>
  )
}
