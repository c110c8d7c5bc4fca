import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { webhookServiceOf } from '#shapes/webhook-services.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useUpdateSource } from '../api.ts'
import type { WebhookSettings } from './setup.tsx'
import { strings } from './strings.ts'

type By = WebhookSettings['proof']['by']

/** How requests of the service are known to be from it. */
export const ProofForm = ({ source, settings }: { source: LeadSource; settings: WebhookSettings }) => {
  const update = useUpdateSource()
  const service = webhookServiceOf(settings.service)
  const signature = settings.proof.by === 'signature' ? settings.proof : service?.signature
  const choices = (['signature', 'header', 'address'] as const).filter((by) => by !== 'signature' || signature)
  const form = useForm({
    initialValues: {
      by: settings.proof.by as By,
      header: settings.proof.by === 'header' ? settings.proof.header : 'X-Secret',
      secret: '',
    },
    validate: {
      header: (header, { by }) =>
        by === 'header' && !/^[A-Za-z0-9-]{1,64}$/.test(header.trim()) ? strings.headerMissing : null,
      secret: (secret, { by }) => {
        const isKept = secret === '' && source.has_secret
        return by !== 'address' && !isKept && secret.trim().length < 8 ? strings.secretMissing : null
      },
    },
  })
  const { by } = form.values
  const submit = form.onSubmit(({ header, secret }) => {
    const proof =
      by === 'signature' && signature
        ? signature
        : by === 'header'
          ? { by: 'header' as const, header: header.trim() }
          : { by: 'address' as const }
    update.mutate(
      { leadSourceId: source.id, settings: { ...settings, proof }, ...(secret.trim() && { secret: secret.trim() }) },
      {
        onSuccess: () => {
          form.setFieldValue('secret', '')
          form.resetDirty()
          say(strings.saved)
        },
      },
    )
  })
  const hint = by === 'signature' ? strings.proofHints.signature(signature?.header ?? '') : strings.proofHints[by]
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ErrorNote error={update.error} title={strings.notSaved} />
        <Select
          label={strings.proof}
          description={hint}
          data={choices.map((value) => ({ value, label: strings.proofs[value] }))}
          value={by}
          allowDeselect={false}
          onChange={(value) => value && form.setFieldValue('by', value as By)}
        />
        {by === 'header' && <TextInput label={strings.header} maxLength={64} {...form.getInputProps('header')} />}
        {by !== 'address' && (
          <PasswordInput
            label={strings.secret}
            {...(source.has_secret && { description: strings.secretStored })}
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
        {form.isDirty() && (
          <Button type="submit" loading={update.isPending} style={{ alignSelf: 'flex-start' }}>
            {strings.save}
          </Button>
        )}
      </Stack>
    </form>
  )
}
