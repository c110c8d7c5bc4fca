import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { paste } from '../graph/graph-edits.ts'
import { strings } from '../strings.ts'
import { placeAfter, readFragment } from './clipboard-area.tsx'
import { useEditing } from './editing.ts'

interface Props {
  readonly opened: boolean
  readonly after: string | null
  onClose(): void
}

/** Takes copied steps as text: without a right to read the clipboard, and by any keyboard. */
export const PasteWindow = ({ opened, onClose, after }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.pasteTitle}>
    <PasteForm after={after} onClose={onClose} />
  </Window>
)

const PasteForm = ({ after, onClose }: Omit<Props, 'opened'>) => {
  const { definition, edit, select } = useEditing()
  const [text, setText] = useState('')
  const [isBad, setBad] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const fragment = readFragment(text)
        setBad(!fragment)
        if (!fragment) return
        const edited = paste(definition, fragment, placeAfter(definition, after))
        if (!edit(edited)) return
        if ('changed' in edited) select(edited.changed[0] ?? null)
        onClose()
      }}
    >
      <Stack>
        <Textarea
          label={strings.pasteLabel}
          value={text}
          error={isBad && strings.notPasted}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <WindowFoot>
          <Button type="submit">{strings.pasteStart}</Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}
