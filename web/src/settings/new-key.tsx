import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ErrorNote } from '../parts/error-note.tsx'
import { useCreateKey } from './calls.ts'
import { Expiry, readExpiry } from './expiry.tsx'
import { KeySecret } from './key-secret.tsx'
import type { KeyWithSecret, Scope } from './shapes.ts'
import { Window } from './window.tsx'

interface NewKeyProps {
  opened: boolean
  scopes: Scope[]
  onClose(): void
}

/** Makes a key: first the form, then, for the one time it can be seen, the key itself. */
export const NewKey = ({ opened, scopes, onClose }: NewKeyProps) => {
  const [made, setMade] = useState<KeyWithSecret | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  // The key is shown once: a click beside the window or Escape must not lose it.
  const held = made !== null
  return (
    <Window opened={opened} onClose={close} title={made ? 'Your new API key' : 'New API key'} wide held={held}>
      {made ? <KeySecret made={made} onDone={close} /> : <NewKeyForm scopes={scopes} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

interface NewKeyFormProps {
  scopes: Scope[]
  onMade(made: KeyWithSecret): void
  onCancel(): void
}

const NewKeyForm = ({ scopes, onMade, onCancel }: NewKeyFormProps) => {
  const createKey = useCreateKey()
  const form = useForm({
    initialValues: { name: '', scopes: scopes.map(({ scope }) => scope), expiry: 'never', ratePerMinute: '' as number | '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Give it a name, such as the tool that will use it' : null),
      scopes: (chosen) => (chosen.length === 0 ? 'A key that may do nothing is of no use' : null),
    },
  })
  const submit = form.onSubmit((values) =>
    createKey.mutate(
      {
        name: values.name.trim(),
        scopes: values.scopes,
        expiresAt: readExpiry(values.expiry),
        ratePerMinute: values.ratePerMinute === '' ? null : values.ratePerMinute,
      },
      { onSuccess: onMade },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={createKey.error} />
        <TextInput
          label="Name"
          description="What will use it. One key a tool: then one can be ended without the others."
          placeholder="Zapier"
          data-autofocus
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="It may" {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={4}>
            {scopes.map(({ scope, summary }) => (
              <Checkbox
                key={scope}
                value={scope}
                label={`${summary} (${scope})`}
                description="And nothing else: it cannot read anything."
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Expiry {...form.getInputProps('expiry')} />
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
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={createKey.isPending}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
