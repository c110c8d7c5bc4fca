import { Button, FileInput, Stack, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { WorkflowMapping } from '#web/wire.ts'
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
  const open = (workflowId: string): void => void navigate({ to: '/workflows/$workflowId', params: { workflowId }, search: {} })
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
      { workflow: definition as Record<string, unknown> },
      {
        onSuccess: ({ workflow, to_map }) => {
          say(strings.imported)
          if (to_map.length === 0) open(workflow.id)
        },
      },
    )
  }
  if (take.data && take.data.to_map.length > 0)
    return <ToMap mappings={take.data.to_map} onOpen={() => take.data && open(take.data.workflow.id)} />
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

/** What belongs to where the workflow comes from, and has to be chosen here. */
const ToMap = ({ mappings, onOpen }: { mappings: readonly WorkflowMapping[]; onOpen: () => void }) => (
  <Stack>
    <h3>{strings.mapTitle}</h3>
    <ul>
      {mappings.map(({ node, field, kind, name }) => (
        <li key={`${node} ${field}`}>{strings.toMap(kind, name, node ?? strings.workflowFields)}</li>
      ))}
    </ul>
    <WindowFoot>
      <Button onClick={onOpen} data-autofocus>
        {strings.openWorkflow}
      </Button>
    </WindowFoot>
  </Stack>
)
