import { Button } from '@mantine/core'
import { notifications } from '#web/ui/notifications.tsx'
import { adviceOn } from './error-note.tsx'
import { strings } from './strings.ts'

/** Long enough to read it and to reach the button. */
export const undoMs = 10_000

/** Tells that something was done, and, where it can be taken back, offers that. */
export const say = (message: string, undo?: () => void): void => {
  if (undo) offerUndo(message, undo)
  else notifications.show({ message })
}

/** Tells that something was done, and offers to take it back. Answers the id to hide it by. */
export const offerUndo = (message: string, undo: () => void): string => {
  const id = notifications.show({
    message: (
      <>
        {message}{' '}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {strings.undo}
        </Button>
      </>
    ),
    autoClose: undoMs,
  })
  return id
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
