import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { freshToken } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { notifications } from '#web/ui/notifications.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { strings } from './strings.ts'

/** What others see of the reader. */
export const NameCard = ({ of: person }: { of: Profile['person'] }) => {
  const update = useOwnChange('update-profile')
  const form = useForm({
    initialValues: { name: person.name },
    validate: { name: (name) => (name.trim() === '' ? strings.needed : null) },
  })
  const submit = form.onSubmit(({ name }) =>
    update.mutate(
      { name: name.trim() },
      {
        onSuccess: async (answer) => {
          form.setValues({ name: answer.person.name })
          form.resetDirty({ name: answer.person.name })
          notifications.show({ message: strings.saved, color: 'teal' })
          // The name in the account menu comes with the token.
          await freshToken(await freshToken())
        },
      },
    ),
  )
  const { error, ...name } = form.getInputProps('name')
  return (
    <Card title={strings.you}>
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
          <Group>
            <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
              {strings.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
