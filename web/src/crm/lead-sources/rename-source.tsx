import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window } from '#web/ui/window.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useUpdateSource } from './api.ts'
import { strings } from './strings.ts'

interface RenameSourceProps {
  of: LeadSource
  opened: boolean
  onClose(): void
}

export const RenameSource = (props: RenameSourceProps) => (
  <Window opened={props.opened} onClose={props.onClose} title={strings.rename}>
    <RenameForm {...props} />
  </Window>
)

const RenameForm = ({ of: source, onClose }: RenameSourceProps) => {
  const update = useUpdateSource()
  const form = useForm({
    initialValues: { name: source.name },
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const submit = form.onSubmit(({ name }) =>
    update.mutate({ leadSourceId: source.id, name: name.trim() }, { onSuccess: onClose }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={update.error} title={strings.changeFailed} />
        <TextInput
          label={strings.name}
          description={strings.nameHint}
          data-autofocus
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <FormButtons submit={strings.save} isPending={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
