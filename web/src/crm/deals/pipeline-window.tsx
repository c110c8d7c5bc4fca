import { Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Pipeline } from '#web/wire.ts'
import { useDealChange } from './api.ts'
import { type StageRow, StageRows, stageKinds } from './stage-rows.tsx'
import { strings } from './strings.ts'

/** The name and the stages of a pipeline, of a new one or of one that is there. */
export const PipelineWindow = ({ editing, onClose }: { editing: Pipeline | 'new' | null; onClose: () => void }) => (
  <Window
    opened={editing !== null}
    onClose={onClose}
    title={editing === 'new' || editing === null ? strings.newPipeline : strings.editThis(editing.name)}
    sheet
  >
    {editing !== null && <EditForm pipeline={editing === 'new' ? null : editing} onClose={onClose} />}
  </Window>
)

const firstRows = (): StageRow[] => [
  { key: 'first', name: '', kind: 'open', chance: null, deals: 0 },
  { key: 'won', name: strings.stageKinds.won, kind: 'won', chance: null, deals: 0 },
  { key: 'lost', name: strings.stageKinds.lost, kind: 'lost', chance: null, deals: 0 },
]

const EditForm = ({ pipeline, onClose }: { pipeline: Pipeline | null; onClose: () => void }) => {
  const [name, setName] = useState(pipeline?.name ?? '')
  const [isDefault, setDefault] = useState(pipeline?.is_default ?? false)
  const [rows, setRows] = useState<readonly StageRow[]>(
    () =>
      pipeline?.stages.map(({ id, name, kind, chance, open_deals: deals }) => ({ key: id, id, name, kind, chance, deals })) ??
      firstRows(),
  )
  const [isChecked, setChecked] = useState(false)
  const save = useDealChange('save-pipeline')
  const isNameless = name.trim() === ''
  const lacksKind = stageKinds.some((wanted) => !rows.some(({ kind }) => kind === wanted))
  const submit = (): void => {
    setChecked(true)
    if (isNameless || lacksKind || rows.some((row) => row.name.trim() === '')) return
    save.mutate(
      {
        ...(pipeline && { pipelineId: pipeline.id }),
        name: name.trim(),
        ...(isDefault && { isDefault: true }),
        stages: rows.map((row) => ({
          ...(row.id !== undefined && { id: row.id }),
          name: row.name.trim(),
          kind: row.kind,
          chance: row.chance,
        })),
      },
      {
        onSuccess: () => {
          say(strings.pipelineSaved)
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={save.error} title={strings.pipelineNotSaved} />
        <TextInput
          label={strings.pipelineName}
          value={name}
          error={isChecked && isNameless ? strings.nameMissing : undefined}
          maxLength={100}
          required
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <StageRows rows={rows} isChecked={isChecked} lacksKind={lacksKind} onChange={setRows} />
        {pipeline?.is_default !== true && (
          <Switch
            label={strings.makeDefault}
            description={strings.makeDefaultHint}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
        )}
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
