import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Scope, ScopeName } from '#web/wire.ts'
import type { KeyWithSecret } from './api.ts'
import { useCreateKey } from './api.ts'
import classes from './api-keys.module.css'
import { Expiry, readExpiry } from './expiry.tsx'
import { KeySecret } from './key-secret.tsx'
import { OwnLimit, readLimit } from './own-limit.tsx'
import { scopeNames, scopesByArea } from './scope-strings.ts'
import { strings } from './strings.ts'

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
    <Window opened={opened} onClose={close} title={made ? strings.yourNewKey : strings.newApiKey} sheet held={held}>
      {made ? <KeySecret made={made} onDone={close} /> : <NewKeyForm scopes={scopes} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

interface NewKeyFormProps {
  scopes: Scope[]
  onMade(made: KeyWithSecret): void
  onCancel(): void
}

/** What most keys are for; keys that read are chosen explicitly. */
const usualScope: ScopeName = 'leads:write'

const NewKeyForm = ({ scopes, onMade, onCancel }: NewKeyFormProps) => {
  const createKey = useCreateKey()
  const form = useForm({
    initialValues: { name: '', scopes: [usualScope], expiry: 'never', ratePerMinute: '' as number | '' },
    validate: {
      name: (name) => (name.trim() === '' ? strings.nameMissing : null),
      scopes: (chosen) => (chosen.length === 0 ? strings.permissionMissing : null),
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
        <Checkbox.Group label={strings.permissions} description={strings.permissionsHint} {...form.getInputProps('scopes')}>
          <div className={classes.scopes}>
            {scopesByArea(scopes.map(({ scope }) => scope)).map((area) => (
              <ScopeArea key={area.name} {...area} />
            ))}
          </div>
        </Checkbox.Group>
        <Expiry {...form.getInputProps('expiry')} />
        <OwnLimit {...form.getInputProps('ratePerMinute')} />
        <WindowFoot>
          <FormButtons submit={strings.createKey} isPending={createKey.isPending} onCancel={onCancel} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

const ScopeArea = ({ name, scopes }: { name: string; scopes: readonly ScopeName[] }) => {
  const title = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not take its place in a column of the grid
    <div role="group" aria-labelledby={title} className={classes.scopeArea}>
      <div id={title} className={classes.scopeAreaName}>
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
