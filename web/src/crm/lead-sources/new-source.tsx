import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { LeadSourceKind } from '#web/wire.ts'
import { useCreateSource } from './api.ts'
import { kinds } from './kinds.tsx'
import { strings } from './strings.ts'

interface NewSourceProps {
  opened: boolean
  onClose(): void
}

export const NewSource = (props: NewSourceProps) => (
  <Window opened={props.opened} onClose={props.onClose} title={strings.newSource} sheet>
    <NewSourceForm onClose={props.onClose} />
  </Window>
)

const kindNames = Object.keys(kinds) as LeadSourceKind[]

/** Kind and name; the rest is set up on its page, beside what to copy. */
const NewSourceForm = ({ onClose }: { onClose(): void }) => {
  const navigate = useNavigate()
  const create = useCreateSource()
  const form = useForm({
    initialValues: { name: '', kind: kindNames[0] as LeadSourceKind },
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const submit = form.onSubmit(({ name, kind }) =>
    create.mutate(
      { name: name.trim(), settings: kinds[kind].firstSettings },
      {
        onSuccess: ({ source }) => {
          onClose()
          void navigate({ to: '/leads/sources/$sourceId', params: { sourceId: source.id } })
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ErrorNote error={create.error} />
        <Radio.Group label={strings.kind} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            {kindNames.map((kind) => (
              <Radio key={kind} value={kind} label={kinds[kind].name} description={kinds[kind].about} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={strings.name}
          description={strings.nameHint}
          data-autofocus
          maxLength={120}
          {...form.getInputProps('name')}
        />
        <WindowFoot>
          <FormButtons submit={strings.createSource} isPending={create.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
