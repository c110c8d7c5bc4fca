import { Button, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useWorkflowChange } from './api.ts'
import { strings } from './strings.ts'
import { TemplateCards } from './template-cards.tsx'

interface Props {
  readonly opened: boolean
  /** The template that is asked about at once. */
  readonly template?: string | undefined
  onClose(): void
}

/** An empty workflow with a name, or one of the templates. */
export const NewWindow = ({ opened, template, onClose }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.add} wide="very">
    <Blank />
    <TemplateCards begin={template ?? null} />
  </Window>
)

const Blank = () => {
  const create = useWorkflowChange('create-workflow')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const fault = (isMissing && name.trim() === '' && strings.nameMissing) || fieldError(create.error, 'name')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() === '' || create.isPending) return
        create.mutate(
          { name: name.trim() },
          {
            onSuccess: ({ workflow }) =>
              void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search: {} }),
          },
        )
      }}
    >
      <Stack>
        {!fault && <ErrorNote error={create.error} />}
        <TextInput
          label={strings.name}
          value={name}
          error={fault}
          maxLength={120}
          required
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <WindowFoot>
          <Button type="submit" loading={create.isPending}>
            {strings.create}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
