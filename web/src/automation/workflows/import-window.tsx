import { Button, FileInput, Stack, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useWorkflowChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly opened: boolean
  onClose(): void
}

/** A workflow as JSON, from a file or as text. What must be chosen anew stands as problems at its fields. */
export const ImportWindow = ({ opened, onClose }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.importTitle}>
    <ImportForm />
  </Window>
)

const ImportForm = () => {
  const take = useWorkflowChange('import-workflow')
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    const given = file ? await file.text() : text
    if (given.trim() === '') return setFault(strings.importMissing)
    let definition: unknown
    try {
      definition = JSON.parse(given)
    } catch {
      return setFault(strings.importInvalid)
    }
    setFault(null)
    take.mutate(
      { definition: definition as Record<string, unknown> },
      {
        onSuccess: ({ workflow }) => {
          say(strings.imported)
          void navigate({ to: '/workflows/$workflowId', params: { workflowId: workflow.id }, search: {} })
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!take.isPending) void submit()
      }}
    >
      <Stack>
        <ErrorNote error={take.error} />
        <p>{strings.importText}</p>
        <FileInput label={strings.importFile} accept="application/json,.json" value={file} clearable onChange={setFile} />
        <Textarea
          label={strings.importPaste}
          value={text}
          error={fault}
          autosize
          minRows={5}
          maxRows={14}
          spellCheck={false}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <WindowFoot>
          <Button type="submit" loading={take.isPending}>
            {strings.importJson}
          </Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
