import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { strings } from './credential-strings.ts'

interface Props {
  readonly opened: boolean
  readonly url: string
  onSaved(id: string): void
  onClose(): void
}

/** Credentials of another system. Their secret is typed here once, and shown never again. */
export const CredentialWindow = ({ opened, onClose, ...props }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.addTitle}>
    <Form {...props} onClose={onClose} />
  </Window>
)

const originIn = (url: string): string => /^https:\/\/[^/?#{}@]+/i.exec(url)?.[0] ?? ''

const Form = ({ url, onSaved, onClose }: Omit<Props, 'opened'>) => {
  const queries = useQueryClient()
  const [typed, setTyped] = useState({ name: '', origin: originIn(url), header: 'Authorization', value: '' })
  const [wasTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => call('save-http-credential', typed),
    onSuccess: async ({ credential }) => {
      await queries.invalidateQueries({ queryKey: ['list-http-credentials'] })
      say(strings.saved)
      onSaved(credential.id)
      onClose()
    },
  })
  const fields = ['name', 'origin', 'header', 'value'] as const
  const isMissing = fields.some((field) => typed[field].trim() === '')
  const of = (field: (typeof fields)[number]) => ({
    value: typed[field],
    required: true,
    error: (wasTried && typed[field].trim() === '' && strings.required) || fieldError(save.error, field),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped({ ...typed, [field]: currentTarget.value }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The form of the editor lies around this one in React, though not on the page.
        event.stopPropagation()
        event.preventDefault()
        setTried(true)
        if (!isMissing && !save.isPending) save.mutate()
      }}
    >
      <Stack>
        {!fields.some((field) => fieldError(save.error, field)) && <ErrorNote error={save.error} />}
        <TextInput {...of('name')} label={strings.name} placeholder={strings.nameExample} maxLength={120} data-autofocus />
        <TextInput
          {...of('origin')}
          label={strings.origin}
          description={strings.originHint}
          placeholder={strings.originExample}
          maxLength={300}
          spellCheck={false}
        />
        <TextInput {...of('header')} label={strings.header} maxLength={100} spellCheck={false} />
        <PasswordInput
          {...of('value')}
          label={strings.secret}
          description={strings.secretHint}
          maxLength={4_000}
          autoComplete="new-password"
        />
        <WindowFoot>
          <Button type="submit" loading={save.isPending}>
            {strings.save}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
