import { Button } from '@mantine/core'
import { notifications } from '#web/ui/notifications.tsx'
import { adviceOn } from './error-note.tsx'
import { strings } from './strings.ts'

/** Long enough to read it and to reach the button. */
const undoMs = 10_000

/** The last that can be taken back by key, and until when, in milliseconds. */
let latest: { readonly undo: () => void; readonly endsMs: number } | null = null

/** Ctrl-Z, on a Mac ⌘Z, outside of fields, which have an undo of their own. */
const onUndoKey = (event: KeyboardEvent): void => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  const { target } = event
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]')) return
  if (!latest || Date.now() > latest.endsMs) return
  event.preventDefault()
  latest.undo()
}

const offerByKey = (undo: () => void): void => {
  if (!latest) addEventListener('keydown', onUndoKey)
  latest = { undo, endsMs: Date.now() + undoMs }
}

/** Tells that something was done, and, where it can be taken back, offers that: by a button and by key. */
export const say = (message: string, undo?: () => void): void => {
  const takeBack = (): void => {
    notifications.hide(id)
    if (latest?.undo === takeBack) latest = { undo: takeBack, endsMs: 0 }
    undo?.()
  }
  if (undo) offerByKey(takeBack)
  const id = notifications.show({
    message: undo ? (
      <>
        {message}{' '}
        <Button variant="subtle" size="compact-sm" aria-keyshortcuts="Control+Z" onClick={takeBack}>
          {strings.undo}
        </Button>
      </>
    ) : (
      message
    ),
    ...(undo && { autoClose: undoMs }),
  })
}

/** Tells that something was done, and offers what one may want to do next. */
export const sayDone = (message: string, next: { readonly label: string; act(): void }): void => {
  const id = notifications.show({
    message: (
      <>
        {message}{' '}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id)
            next.act()
          }}
        >
          {next.label}
        </Button>
      </>
    ),
    autoClose: undoMs,
  })
}

/** Tells what did not work, and what to do about it. */
export const sayFailure = (error: unknown, title: string = strings.failed): void =>
  void notifications.show({ color: 'red', title, message: adviceOn(error) })
