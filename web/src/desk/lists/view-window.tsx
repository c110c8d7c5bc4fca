import { Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { ListFilter, ListKind, SavedView } from '#web/wire.ts'
import { useViewChange } from './api.ts'
import type { ShownColumn } from './list-search.ts'
import { strings } from './strings.ts'

/** A view as it is to be saved; without an id a new one. */
export interface Draft {
  readonly viewId: string | undefined
  readonly name: string
  readonly isShared: boolean
  readonly filter?: ListFilter
  readonly sort?: string | null
  readonly columns?: readonly ShownColumn[]
}

/** The name of a view, and who may use it. */
export const ViewWindow = ({
  opened,
  kind,
  draft,
  onClose,
  onSaved,
}: {
  opened: boolean
  kind: ListKind
  draft: Draft | null
  onClose: () => void
  onSaved: (view: SavedView) => void
}) => (
  <Window opened={opened} onClose={onClose} title={draft?.viewId ? strings.viewEdit : strings.viewNew}>
    {draft && <ViewForm key={draft.viewId} kind={kind} draft={draft} onClose={onClose} onSaved={onSaved} />}
  </Window>
)

const ViewForm = ({
  kind,
  draft,
  onClose,
  onSaved,
}: {
  kind: ListKind
  draft: Draft
  onClose: () => void
  onSaved: (view: SavedView) => void
}) => {
  const [name, setName] = useState(draft.name)
  const [isShared, setShared] = useState(draft.isShared)
  const save = useViewChange('save-view')
  const fault = fieldError(save.error, 'name')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const { viewId, filter, sort, columns } = draft
        save.mutate(
          {
            ...{ kind, name, shared: isShared },
            ...(viewId && { viewId }),
            ...(filter && { filter }),
            ...(sort !== undefined && { sort }),
            ...(columns && { columns: columns.map(({ key, width }) => ({ key, width })) }),
          },
          { onSuccess: ({ view }) => onSaved(view) },
        )
      }}
    >
      <Stack>
        {!fault && <ErrorNote error={save.error} />}
        <TextInput
          label={strings.viewName}
          value={name}
          error={fault}
          maxLength={60}
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Switch
          label={strings.shareView}
          description={strings.shareText}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        <WindowFoot>
          <FormButtons submit={strings.saveView} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
