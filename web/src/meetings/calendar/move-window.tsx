import { CallError } from '#web/gateway.ts'
import { clockOf, dateInWords } from '#web/i18n/wall-times.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import { useBookingChange } from '../bookings/api.ts'
import { titleOf } from './entry-titles.ts'
import { type Move, wallTimeOf } from './moves.ts'
import { strings } from './strings.ts'

/** Asks before a meeting that was dragged is moved, and once more where its event type does not offer that time. */
export const MoveWindow = ({ move, zone, onClose }: { move: Move | null; zone: string; onClose: () => void }) => {
  const call = useBookingChange('move-booking')
  const isRefused =
    call.error instanceof CallError && ['slot_taken', 'slot_not_offered'].includes(call.error.code) && !call.variables?.anyTime
  const close = (): void => {
    call.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={move !== null}
      title={strings.moveTitle}
      about={move ? titleOf(move.entry) : strings.nameless}
      text={move && strings.moveText(move.entry.time, `${dateInWords(move.date)}, ${clockOf(move.minute)}`)}
      confirm={isRefused ? strings.moveAnyway : strings.move}
      cancel={strings.leave}
      error={call.error}
      isPending={call.isPending}
      onConfirm={() =>
        move &&
        call.mutate(
          { bookingId: move.entry.id, start: wallTimeOf(move), timezone: zone, ...(isRefused && { anyTime: true }) },
          {
            onSuccess: () => {
              say(strings.moved)
              close()
            },
          },
        )
      }
      onClose={close}
    >
      {isRefused && <p>{strings.notOffered}</p>}
    </ConfirmWindow>
  )
}
