import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNote } from '../parts/error-note.tsx'
import { useUpdateKey } from './calls.ts'
import { Expiry, readExpiry } from './expiry.tsx'
import type { Key } from './shapes.ts'
import { Window } from './window.tsx'
import { onDay } from './words.ts'

interface EditKeyProps {
  of: Key
  opened: boolean
  onClose(): void
}

export const EditKey = (props: EditKeyProps) => (
  <Window opened={props.opened} onClose={props.onClose} title="Change the key">
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
    validate: { name: (name) => (name.trim() === '' ? 'A key needs a name' : null) },
  })
  const submit = form.onSubmit((values) =>
    updateKey.mutate(
      {
        keyId: key.id,
        name: values.name.trim(),
        ...(values.expiry === 'kept' || !form.isDirty('expiry') ? {} : { expiresAt: readExpiry(values.expiry) }),
        ratePerMinute: values.ratePerMinute === '' ? null : values.ratePerMinute,
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={updateKey.error} />
        <TextInput label="Name" data-autofocus maxLength={255} {...form.getInputProps('name')} />
        {key.state === 'active' && (
          <Expiry
            {...(key.expires_at ? { kept: { value: 'kept', label: `On ${onDay(key.expires_at)}, as it is` } } : {})}
            {...form.getInputProps('expiry')}
          />
        )}
        <NumberInput
          label="Own limit (optional)"
          description="Requests a minute. Empty: the limit of the workspace."
          min={1}
          max={100_000_000}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('ratePerMinute')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={updateKey.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
