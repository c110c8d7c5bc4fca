import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { HueField } from '#web/ui/hue-field.tsx'
import { Tag as Chip } from '#web/ui/tag.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Tag } from '#web/wire.ts'
import { useTagChange } from './api.ts'
import { strings } from './strings.ts'

/** Name and colour of a tag. */
export const TagWindow = ({ editing, onClose }: { editing: Tag | 'new' | null; onClose: () => void }) => (
  <Window opened={editing !== null} onClose={onClose} title={editing === 'new' ? strings.add : strings.edit}>
    {editing && <TagForm tag={editing === 'new' ? null : editing} onClose={onClose} />}
  </Window>
)

const TagForm = ({ tag, onClose }: { tag: Tag | null; onClose: () => void }) => {
  const [name, setName] = useState(tag?.name ?? '')
  const [hue, setHue] = useState(tag?.hue ?? 1)
  const [wasTried, setTried] = useState(false)
  const saving = useTagChange('save-tag')
  const fault = (wasTried && name.trim() === '' ? strings.nameMissing : undefined) ?? fieldError(saving.error, 'name')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name.trim() === '') return
        saving.mutate({ ...(tag && { tagId: tag.id }), name, hue }, { onSuccess: onClose })
      }}
    >
      <Stack>
        {!fault && <ErrorNote error={saving.error} title={strings.notSaved} />}
        <TextInput
          label={strings.name}
          value={name}
          maxLength={50}
          required
          data-autofocus
          error={fault}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <HueField value={hue} onChange={setHue} />
        <div>
          <Chip hue={hue}>{name.trim() || strings.name}</Chip>
        </div>
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={saving.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
