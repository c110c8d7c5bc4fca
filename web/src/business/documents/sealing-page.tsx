import { Button, NumberInput, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload } from '#icons'
import { ReminderFields, reminderFaults, remindersOf, typedReminders } from '#web/business/templates/reminder-fields.tsx'
import { onDay, wholeNumberField } from '#web/i18n/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Fields, FormPage, Part, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { SealCertificate, SealingSettings } from '#web/wire.ts'
import { useDocumentChange, useSealing } from './api.ts'
import classes from './documents.module.css'
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
            {data.sealing.certificate ? (
              <Certificate certificate={data.sealing.certificate} />
            ) : (
              <Text size="sm">{strings.noCertificate}</Text>
            )}
          </Part>
          <SettingsForm sealing={data.sealing} />
        </FormPage>
      )}
    </>
  )
}

const warnDays = 60

const Certificate = ({ certificate }: { certificate: SealCertificate }) => {
  const days = Math.floor((Date.parse(certificate.valid_until) - useClock()) / 86_400_000)
  return (
    <>
      {days < warnDays && (
        <WarningNote role="status" tone={days < 0 ? 'bad' : 'warn'} title={strings.certificateEnds}>
          {strings.certificateEndsText(onDay(certificate.valid_until))}
        </WarningNote>
      )}
      <Facts stacked>
        <Fact name={strings.subject}>
          <bdi>{certificate.subject}</bdi>
        </Fact>
        <Fact name={strings.validUntil}>{onDay(certificate.valid_until)}</Fact>
        <Fact name={strings.fingerprint}>
          <span className={classes.digest}>
            <code className={classes.code}>{certificate.fingerprint}</code>
            <CopyButton text={certificate.fingerprint} label={strings.copyFingerprint} />
          </span>
        </Fact>
      </Facts>
      {certificate.root_pem !== null && (
        <>
          <Button
            component="a"
            href={`data:application/x-pem-file;charset=utf-8,${encodeURIComponent(certificate.root_pem)}`}
            download="foyer-root.pem"
            variant="default"
            mt="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {strings.downloadRoot}
          </Button>
          <Text size="sm" c="dimmed" mt="xs">
            {strings.rootText}
          </Text>
        </>
      )}
    </>
  )
}

const valuesOf = ({ allows_attesting, days_to_sign, reminders }: SealingSettings) => ({
  reminders: typedReminders(reminders),
  allowsAttesting: allows_attesting,
  daysToSign: days_to_sign as number | string,
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
  const submit = form.onSubmit(({ allowsAttesting, daysToSign, reminders }) =>
    update.mutate(
      { allowsAttesting, daysToSign: Number(daysToSign), reminders: remindersOf(reminders) },
      {
        onSuccess: (answer) => {
          form.setInitialValues(valuesOf(answer.sealing))
          form.setValues(valuesOf(answer.sealing))
          form.resetDirty(valuesOf(answer.sealing))
          say(strings.saved)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      {!fieldError(update.error, 'daysToSign') && <ErrorNote error={update.error} title={strings.notSaved} />}
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
          <ReminderFields
            typed={form.values.reminders}
            isChecked={form.errors.reminders !== undefined}
            onChange={(typed) => form.setFieldValue('reminders', typed)}
          />
          <Switch
            label={strings.allowsAttesting}
            description={strings.attestingHint}
            {...form.getInputProps('allowsAttesting', { type: 'checkbox' })}
          />
        </Fields>
      </Part>
      <SaveBar isDirty={form.isDirty()} isPending={update.isPending} onDiscard={form.reset} />
    </form>
  )
}
