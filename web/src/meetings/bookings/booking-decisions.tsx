import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { CallError } from '#web/gateway.ts'
import { listed } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookingChange } from './api.ts'
import { HostWindow } from './host-window.tsx'
import { RescheduleWindow } from './reschedule-window.tsx'
import { lacksHost } from './states.ts'
import { strings } from './strings.ts'

/** A host of it, or an admin. */
export const useMayDecide = (booking: Booking): boolean => {
  const { person, role } = useSession()
  return isAtLeast(role, 'admin') || booking.hosts.some(({ id }) => id === person.id)
}

const outsideSays = { tell_booker: strings.bookerInformed, put_back: strings.puttingBack, keep_both: strings.bothKept } as const

/** What its host did with the meeting in their calendar, while no member has decided about it. */
export const OutsideChange = ({ booking, title }: { booking: Booking; title: string }) => {
  const { changed_outside: sentence, outside_change: change } = booking
  if (!sentence) return null
  return (
    <WarningNote role="status" title={title}>
      <bdi>{change ? (change.when === null ? strings.deletedOutside : strings.movedOutside(change.when)) : sentence}</bdi>
      <DecideChange booking={booking} />
    </WarningNote>
  )
}

/** A member tells the booker, which moves or cancels the meeting, or puts the event back. */
const DecideChange = ({ booking }: { booking: Booking }) => {
  const decide = useBookingChange('decide-outside-change', ({ decision }) => outsideSays[decision])
  // As it stood when the question was asked: the host may change it again before it is answered.
  const [asked, setAsked] = useState<Booking | null>(null)
  if (!useMayDecide(booking)) return null
  const isAsking = asked !== null
  const offered = asked ?? booking
  const to = offered.outside_change?.when
  const cancels = isDeletion(offered)
  return (
    <>
      <ErrorNote error={isAsking ? null : decide.error} title={strings.notDecided} />
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          {...(isDeletion(booking) && { color: 'red' })}
          onClick={() => {
            decide.reset()
            setAsked(booking)
          }}
        >
          {tells(booking)}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending && !isAsking}
          onClick={() => decide.mutate({ ...readOf(booking), decision: 'put_back' })}
        >
          {strings.putBack}
        </Button>
      </Group>
      <ConfirmWindow
        opened={isAsking}
        title={cancels ? strings.cancelTitle : strings.informBookerTitle}
        text={cancels ? strings.cancelText : to ? strings.informBookerOfMove(offered.when, to) : strings.informBookerText}
        confirm={tells(offered)}
        isFinal={cancels}
        cancel={strings.notYet}
        error={decide.error}
        isPending={decide.isPending}
        onConfirm={() =>
          decide.mutate(
            { ...readOf(offered), decision: 'tell_booker' },
            {
              onSuccess: () => setAsked(null),
              // What it says now stands on the page, and is another question.
              onError: (error) => error instanceof CallError && error.code === 'booking_changed_again' && setAsked(null),
            },
          )
        }
        onClose={() => {
          decide.reset()
          setAsked(null)
        }}
      />
    </>
  )
}

const isDeletion = ({ outside_change: change }: Booking): boolean => change?.change === 'deleted'
const tells = (booking: Booking): string => (isDeletion(booking) ? strings.cancelAndInform : strings.informBooker)
/** The booking, and what was read of the change that is decided about. */
const readOf = ({ id: bookingId, outside_change: change }: Booking) => ({
  bookingId,
  ...(change && { shown: { change: change.change, starts_at: change.starts_at } }),
})

/** Another event lies over the meeting: it is moved, or both are kept. */
export const DecideConflict = ({ booking }: { booking: Booking }) => {
  const decide = useBookingChange('decide-outside-change', ({ decision }) => outsideSays[decision])
  const [isMoving, setIsMoving] = useState(false)
  if (!useMayDecide(booking)) return null
  return (
    <>
      <ErrorNote error={decide.error} title={strings.notDecided} />
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => setIsMoving(true)}>
          {strings.rescheduleIt}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.mutate({ bookingId: booking.id, decision: 'keep_both' })}
        >
          {strings.keepBoth}
        </Button>
      </Group>
      <RescheduleWindow booking={isMoving ? booking : null} onClose={() => setIsMoving(false)} />
    </>
  )
}

/** A host left the workspace: another takes the meeting. Cancelling is among the page's actions. */
export const HostLeft = ({ booking }: { booking: Booking }) => {
  const [isChanging, setIsChanging] = useState(false)
  const mayDecide = useMayDecide(booking)
  if (!lacksHost(booking)) return null
  return (
    <WarningNote tone="bad" role="status" title={strings.hostLeftTitle}>
      <bdi>{strings.hostLeftText(listed(booking.former_hosts.map(({ name }) => name)))}</bdi>
      {mayDecide && (
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => setIsChanging(true)}>
            {strings.chooseHost}
          </Button>
        </Group>
      )}
      <HostWindow booking={isChanging ? booking : null} onClose={() => setIsChanging(false)} />
    </WarningNote>
  )
}

/** What the booker answered by email, while no member has decided about it. */
export const OpenAnswer = ({ booking }: { booking: Booking }) => {
  const { open_answer: answer } = booking
  if (!answer) return null
  return (
    <WarningNote role="status" title={answer.proposed ? strings.proposedTitle : strings.declinedTitle}>
      {answer.proposed ? strings.proposedText(answer.proposed) : strings.declinedText}
      <DecideAnswer booking={booking} />
    </WarningNote>
  )
}

/** The booker declined, or proposed another time, by email. Cancelling is among the page's actions. */
const DecideAnswer = ({ booking }: { booking: Booking }) => {
  const decide = useBookingChange('decide-booker-answer', ({ decision }) =>
    decision === 'accept' ? strings.timeAccepted : strings.keptAsIs,
  )
  if (!useMayDecide(booking)) return null
  const carryOut = (decision: 'accept' | 'keep') => decide.mutate({ bookingId: booking.id, decision })
  const isAt = (decision: string) => decide.isPending && decide.variables?.decision === decision
  return (
    <>
      <ErrorNote error={decide.error} title={strings.notDecided} />
      <Group gap="xs" mt="xs">
        {booking.open_answer?.proposed && (
          <Button size="xs" loading={isAt('accept')} onClick={() => carryOut('accept')}>
            {strings.acceptTime}
          </Button>
        )}
        <Button size="xs" variant="default" loading={isAt('keep')} onClick={() => carryOut('keep')}>
          {strings.keepAsIs}
        </Button>
      </Group>
    </>
  )
}

/** The reader of an address opted out of emails about bookings, and wants them again. */
export const LiftRefusal = ({ email }: { email: string }) => {
  const lift = useBookingChange('lift-booking-refusal', () => strings.refusalLifted)
  if (!isAtLeast(useSession().role, 'admin')) return null
  return (
    <>
      <ErrorNote error={lift.error} title={strings.refusalNotLifted} />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" loading={lift.isPending} onClick={() => lift.mutate({ email })}>
          {strings.liftRefusal}
        </Button>
      </Group>
    </>
  )
}
