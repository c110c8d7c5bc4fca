import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { serverMessage } from '#web/i18n/server-messages.ts'
import { notifications } from '#web/ui/notifications.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { BulkChange } from '#web/wire.ts'
import { isUnderWay, useBulkChange } from './api.ts'
import { strings } from './strings.ts'

/** Long enough to read it and to reach a button. */
const shownMs = 10_000

/** Tells what a change has come to, with a way to see more of it, and to undo it. */
export const useSayFinished = (): ((change: BulkChange) => void) => {
  const navigate = useNavigate()
  const undo = useBulkChange('undo-bulk-change')
  const say = (change: BulkChange): void => {
    const { id, state, done, skipped, failed, undone, kept, problem } = change
    const text = state === 'undone' ? strings.undoneFinished(undone, kept) : strings.finished(done, skipped, failed)
    const mayUndo = done > 0 && (state === 'done' || state === 'cancelled' || (state === 'failed' && undone + kept === 0))
    const shown = notifications.show({
      ...(problem && { color: 'red', title: serverMessage(problem.message) }),
      message: (
        <>
          {text}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              notifications.hide(shown)
              void navigate({ to: '/settings/bulk-changes', search: { change: id } })
            }}
          >
            {strings.see}
          </Button>
          {mayUndo && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                notifications.hide(shown)
                undo.mutate(
                  { bulkChangeId: id },
                  {
                    onSuccess: (next) => void (isUnderWay(next) || say(next)),
                    onError: (error) => sayFailure(error, strings.undoFailed),
                  },
                )
              }}
            >
              {strings.undo}
            </Button>
          )}
        </>
      ),
      autoClose: shownMs,
    })
  }
  return say
}
