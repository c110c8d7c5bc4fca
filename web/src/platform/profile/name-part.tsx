import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { freshToken } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Part, SaveBar } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { strings } from './strings.ts'

/** What others see of the reader. */
export const NamePart = ({ of: person }: { of: Profile['person'] }) => {
  const update = useOwnChange('update-profile')
  const form = useForm({
    initialValues: { name: person.name },
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const submit = form.onSubmit(({ name }) =>
    update.mutate(
      { name: name.trim() },
      {
        onSuccess: async (answer) => {
          form.setInitialValues({ name: answer.person.name })
          form.setValues({ name: answer.person.name })
          form.resetDirty({ name: answer.person.name })
          say(strings.saved)
          // The name in the account menu comes with the token.
          await freshToken(await freshToken())
        },
      },
    ),
  )
  const { error, ...name } = form.getInputProps('name')
  return (
    <Part title={strings.you}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorNote error={update.error} />
          <TextInput
            label={strings.name}
            autoComplete="name"
            maxLength={255}
            {...name}
            error={error ?? fieldError(update.error, 'name')}
          />
          <TextInput label={strings.email} description={strings.emailHint} value={person.email} readOnly />
        </Stack>
        <SaveBar isDirty={form.isDirty()} isPending={update.isPending} onDiscard={form.reset} />
      </form>
    </Part>
  )
}
