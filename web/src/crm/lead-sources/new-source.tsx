import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Input, LeadSourceKind } from '#web/wire.ts'
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

/** Those of the kind, or what was chosen for it. */
const settingsOf = (
  kind: LeadSourceKind,
  chosen: Input<'create-lead-source'>['settings'] | null,
): Input<'create-lead-source'>['settings'] | null => kinds[kind].firstSettings ?? (chosen?.kind === kind ? chosen : null)

/** Kind and name; the rest is set up on its page, beside what to copy. */
const NewSourceForm = ({ onClose }: { onClose(): void }) => {
  const navigate = useNavigate()
  const create = useCreateSource()
  const form = useForm({
    initialValues: { name: '', kind: kindNames[0] as LeadSourceKind },
    validate: { name: (name) => (name.trim() === '' ? strings.nameMissing : null) },
  })
  const [chosen, setChosen] = useState<ReturnType<typeof settingsOf>>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { Chooser } = kinds[form.values.kind]
  const submit = form.onSubmit(({ name, kind }) => {
    const settings = settingsOf(kind, chosen)
    setIsMissing(settings === null)
    if (settings === null) return
    create.mutate(
      { name: name.trim(), settings },
      {
        onSuccess: ({ source }) => {
          onClose()
          void navigate({ to: '/leads/sources/$sourceId', params: { sourceId: source.id } })
        },
      },
    )
  })
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
        {Chooser && (
          <Suspense fallback={<RowsPending rows={1} />}>
            <Chooser onChoose={setChosen} />
          </Suspense>
        )}
        {isMissing && chosen === null && (
          <Text size="sm" c="red" role="alert">
            {strings.settingsMissing}
          </Text>
        )}
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
