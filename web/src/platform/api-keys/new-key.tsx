import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { useCreateKey } from '#web/settings/api.ts'
import classes from '#web/settings/settings.module.css'
import type { KeyWithSecret, Scope } from '#web/settings/shapes.ts'
import { strings } from '#web/settings/strings.ts'
import { Window } from '#web/settings/window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Expiry, readExpiry } from './expiry.tsx'
import { KeySecret } from './key-secret.tsx'
import { OwnLimit, readLimit } from './own-limit.tsx'
import { scopeNames, scopesByRoom } from './scope-strings.ts'

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
    <Window opened={opened} onClose={close} title={made ? strings.yourNewKey : strings.newApiKey} wide held={held}>
      {made ? <KeySecret made={made} onDone={close} /> : <NewKeyForm scopes={scopes} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

interface NewKeyFormProps {
  scopes: Scope[]
  onMade(made: KeyWithSecret): void
  onCancel(): void
}

/** What most keys are for; whoever wants one that reads says so. */
const usualScope: Scope['scope'] = 'leads:write'

const NewKeyForm = ({ scopes, onMade, onCancel }: NewKeyFormProps) => {
  const createKey = useCreateKey()
  const form = useForm({
    initialValues: { name: '', scopes: [usualScope], expiry: 'never', ratePerMinute: '' as number | '' },
    validate: {
      name: (name) => (name.trim() === '' ? strings.nameMissing : null),
      scopes: (chosen) => (chosen.length === 0 ? strings.scopeMissing : null),
    },
  })
  const submit = form.onSubmit((values) =>
    createKey.mutate(
      {
        name: values.name.trim(),
        scopes: values.scopes,
        expiresAt: readExpiry(values.expiry),
        ratePerMinute: readLimit(values.ratePerMinute),
      },
      { onSuccess: onMade },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={createKey.error} />
        <TextInput
          label={strings.name}
          description={strings.nameHint}
          placeholder={strings.nameExample}
          data-autofocus
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={strings.itMay} description={strings.scopeHint} {...form.getInputProps('scopes')}>
          <div className={classes.scopes}>
            {scopesByRoom(scopes.map(({ scope }) => scope)).map((room) => (
              <ScopeRoom key={room.name} {...room} />
            ))}
          </div>
        </Checkbox.Group>
        <Expiry {...form.getInputProps('expiry')} />
        <OwnLimit {...form.getInputProps('ratePerMinute')} />
        <Group justify="flex-end" className={classes.windowFoot}>
          <Button variant="default" onClick={onCancel}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={createKey.isPending}>
            {strings.makeTheKey}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const ScopeRoom = ({ name, scopes }: { name: string; scopes: readonly Scope['scope'][] }) => {
  const title = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not take its place in a column of the grid
    <div role="group" aria-labelledby={title} className={classes.scopeRoom}>
      <div id={title} className={classes.scopeRoomName}>
        {name}
      </div>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          value={scope}
          label={
            <>
              {scopeNames[scope]} <code className={classes.scopeCode}>{scope}</code>
            </>
          }
        />
      ))}
    </div>
  )
}
