import { ActionIcon, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { IconDots, IconPencil, IconTrash } from '#icons'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { TimelineEntry } from '#web/wire.ts'
import { wholeText } from '../timeline/entry-texts.ts'
import classes from './note-entry.module.css'
import { type Mentioned, NoteField } from './note-field.tsx'
import { strings } from './strings.ts'

/** A note in the timeline. Its author and admins edit it in place and delete it, with a way back. */
export const NoteEntry = ({ entry, children }: { entry: TimelineEntry; children: ReactNode }) => {
  const { person, role } = useSession()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const again = (): Promise<unknown> => queries.invalidateQueries({ queryKey: ['list-timeline'] })
  const noteId = entry.subject_id
  if (noteId === null) return children
  const mayChange = entry.person === null || entry.person.id === person.id || isAtLeast(role, 'admin')
  const remove = async (): Promise<void> => {
    try {
      await call('delete-note', { noteId })
      say(strings.noteDeleted, () => void call('restore-note', { noteId }).then(again, sayFailure))
    } catch (error) {
      sayFailure(error, strings.noteNotDeleted)
    } finally {
      await again()
    }
  }
  if (isEditing)
    return <NoteEditor entry={entry} noteId={noteId} onDone={() => void again().finally(() => setEditing(false))} />
  return (
    <div className={classes.entry}>
      <div className={classes.text}>{children}</div>
      {mayChange && (
        <Menu
          position="bottom-end"
          withinPortal
          target={
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={strings.noteActions}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {(parts) => (
            <>
              <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                {strings.editNote}
              </parts.Item>
              <parts.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
                {strings.deleteNote}
              </parts.Item>
            </>
          )}
        </Menu>
      )}
    </div>
  )
}

const NoteEditor = ({ entry, noteId, onDone }: { entry: TimelineEntry; noteId: string; onDone: () => void }) => {
  const [text, setText] = useState(wholeText(entry) ?? '')
  const [added, setAdded] = useState<Mentioned>([])
  const before = Array.isArray(entry.facts.mentions) ? (entry.facts.mentions as string[]) : []
  const saving = useMutation({
    mutationFn: () => {
      const chosen = added.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
      return call('update-note', { noteId, body: text.trim(), mentions: [...before, ...chosen] })
    },
    onSuccess: onDone,
  })
  return (
    <form
      noValidate
      className={classes.editor}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') saving.mutate()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <NoteField
        label={strings.editNote}
        text={text}
        mentions={added}
        isFocused
        onWrite={(typed, mentions) => {
          setText(typed)
          setAdded(mentions)
        }}
      />
      <ErrorNote error={saving.error} title={strings.notSaved} />
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {strings.cancel}
        </Button>
        <Button size="compact-sm" type="submit" loading={saving.isPending} disabled={text.trim() === ''}>
          {strings.save}
        </Button>
      </div>
    </form>
  )
}
