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
import { strings as callStrings } from './call-strings.ts'
import calls from './calls.module.css'
import composer from './composer.module.css'
import classes from './note-entry.module.css'
import { OutcomeFields } from './outcome-fields.tsx'
import { strings } from './strings.ts'
import { isLength, outcomes, secondsIn } from './typed-calls.ts'

/** A logged call in the timeline. Its author and admins edit it in place and delete it, with a way back. */
export const CallEntry = ({ entry, children }: { entry: TimelineEntry; children: ReactNode }) => {
  const { person, role } = useSession()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const again = (): Promise<unknown> =>
    Promise.all(['list-timeline', 'list-calls'].map((root) => queries.invalidateQueries({ queryKey: [root] })))
  const callId = entry.subject_id
  if (callId === null) return children
  const mayChange = entry.person === null || entry.person.id === person.id || isAtLeast(role, 'admin')
  const remove = async (): Promise<void> => {
    try {
      await call('delete-call', { callId })
      say(callStrings.callDeleted, () => void call('restore-call', { callId }).then(again, sayFailure))
    } catch (error) {
      sayFailure(error, callStrings.callNotDeleted)
    } finally {
      await again()
    }
  }
  if (isEditing)
    return <CallEditor entry={entry} callId={callId} onDone={() => void again().finally(() => setEditing(false))} />
  return (
    <div className={classes.call}>
      <div className={classes.text}>{children}</div>
      {mayChange && (
        <Menu
          position="bottom-end"
          withinPortal
          target={
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={callStrings.callActions}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {(parts) => (
            <>
              <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                {callStrings.editCall}
              </parts.Item>
              <parts.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
                {callStrings.deleteCall}
              </parts.Item>
            </>
          )}
        </Menu>
      )}
    </div>
  )
}

const CallEditor = ({ entry, callId, onDone }: { entry: TimelineEntry; callId: string; onDone: () => void }) => {
  const { outcome, duration_s: seconds } = entry.facts
  const [note, setNote] = useState(wholeText(entry) ?? '')
  const [typed, setTyped] = useState({
    outcome: outcomes.find((each) => each === outcome) ?? 'reached',
    minutes: typeof seconds === 'number' ? String(Math.round(seconds / 6) / 10) : '',
  })
  const [begun] = useState(typed)
  const saving = useMutation({
    mutationFn: () =>
      call('update-call', {
        ...{ callId, note: note.trim(), outcome: typed.outcome },
        // A length to the second stays as it is, unless another one was typed.
        ...(typed.outcome === 'reached' && typed.minutes !== begun.minutes && { durationSeconds: secondsIn(typed.minutes) }),
      }),
    onSuccess: onDone,
  })
  const isReady = isLength(typed.minutes)
  return (
    <form
      noValidate
      className={classes.editor}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady && !saving.isPending) saving.mutate()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) saving.mutate()
      }}
    >
      <div className={calls.callFields}>
        <OutcomeFields value={typed} onChange={(changes) => setTyped({ ...typed, ...changes })} />
      </div>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
        autoFocus
        className={composer.field}
        aria-label={callStrings.callNote}
        dir="auto"
        rows={2}
        maxLength={10_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <ErrorNote error={saving.error} title={strings.notSaved} />
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {strings.cancel}
        </Button>
        <Button size="compact-sm" type="submit" loading={saving.isPending} disabled={!isReady}>
          {strings.save}
        </Button>
      </div>
    </form>
  )
}
