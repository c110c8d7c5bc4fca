import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onDay } from '#web/i18n/format.ts'
import { useUpdateKey } from '#web/settings/api.ts'
import type { Key } from '#web/settings/shapes.ts'
import { strings } from '#web/settings/strings.ts'
import { Window } from '#web/settings/window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Expiry, readExpiry } from './expiry.tsx'
import { OwnLimit, readLimit } from './own-limit.tsx'

interface EditKeyProps {
  of: Key
  opened: boolean
  onClose(): void
}

export const EditKey = (props: EditKeyProps) => (
  <Window opened={props.opened} onClose={props.onClose} title={strings.changeTheKey}>
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
    validate: { name: (name) => (name.trim() === '' ? strings.keyNeedsName : null) },
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={updateKey.isPending}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
