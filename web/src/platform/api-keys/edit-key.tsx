import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { ApiKey } from '#web/wire.ts'
import { useUpdateKey } from './api.ts'
import { Expiry, readExpiry } from './expiry.tsx'
import { OwnLimit, readLimit } from './own-limit.tsx'
import { strings } from './strings.ts'

interface EditKeyProps {
  of: ApiKey
  opened: boolean
  onClose(): void
}

export const EditKey = (props: EditKeyProps) => (
  <Window opened={props.opened} onClose={props.onClose} title={strings.editKey} sheet>
    <EditKeyForm {...props} />
  </Window>
)

const EditKeyForm = ({ of: key, onClose }: EditKeyProps) => {
  const updateKey = useUpdateKey()
  const form = useForm({
    initialValues: {
      name: key.name,
      expiry: key.expires_at ? 'kept' : 'never',
      ratePerMinute: key.rate_per_minute ?? ('' as number | ''),
    },
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const submit = form.onSubmit((values) =>
    updateKey.mutate(
      {
        keyId: key.id,
        name: values.name.trim(),
        ...(values.expiry === 'kept' || !form.isDirty('expiry') ? {} : { expiresAt: readExpiry(values.expiry) }),
        ratePerMinute: readLimit(values.ratePerMinute),
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={updateKey.error} />
        <TextInput label={strings.name} data-autofocus maxLength={255} {...form.getInputProps('name')} />
        {key.state === 'active' && (
          <Expiry
            {...(key.expires_at ? { kept: { value: 'kept', label: strings.expiryKept(onDay(key.expires_at)) } } : {})}
            {...form.getInputProps('expiry')}
          />
        )}
        <OwnLimit {...form.getInputProps('ratePerMinute')} />
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={updateKey.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
