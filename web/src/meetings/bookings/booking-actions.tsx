import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookingChange } from './api.ts'
import { useMayDecide } from './booking-decisions.tsx'
import { HostWindow } from './host-window.tsx'
import { RescheduleWindow } from './reschedule-window.tsx'
import { isComing } from './states.ts'
import { strings } from './strings.ts'

const saysOf = { approve: strings.approved, cancel: strings.cancelled, decline: strings.declined } as const

/** What a host or an admin can do with a meeting that is ahead. `joinLink`: where there is a room by now. */
export const BookingActions = ({ booking, joinLink }: { booking: Booking; joinLink: string | null }) => {
  const [open, setOpen] = useState<'cancel' | 'decline' | 'reschedule' | 'host' | null>(null)
  const manage = useBookingChange('manage-booking', ({ action }) => saysOf[action])
  const isMine = useMayDecide(booking)
  if (!isComing(booking) || !isMine) return null
  const close = (): void => {
    manage.reset()
    setOpen(null)
  }
  const act = (action: 'cancel' | 'approve' | 'decline', reason?: string): void =>
    manage.mutate({ action, bookingId: booking.id, ...(reason && { reason }) }, { onSuccess: close })
  return (
    <Group gap="xs">
      {joinLink && (
        <Button component="a" href={joinLink} target="_blank" rel="noopener">
          {strings.join}
        </Button>
      )}
      {booking.state === 'pending' && (
        <>
          <Button loading={manage.isPending && open === null} onClick={() => act('approve')}>
            {strings.approve}
          </Button>
          <Button variant="default" onClick={() => setOpen('decline')}>
            {strings.decline}
          </Button>
        </>
      )}
      <Button variant="default" onClick={() => setOpen('reschedule')}>
        {strings.reschedule}
      </Button>
      <Button variant="default" onClick={() => setOpen('host')}>
        {strings.changeHost}
      </Button>
      {booking.state === 'confirmed' && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {strings.cancel}
        </Button>
      )}
      <ConfirmWindow
        opened={open === 'cancel' || open === 'decline'}
        title={open === 'decline' ? strings.declineTitle : strings.cancelTitle}
        text={open === 'decline' ? strings.declineText : strings.cancelText}
        confirm={open === 'decline' ? strings.decline : strings.cancel}
        cancel={strings.keep}
        isFinal
        reason={{ label: strings.reason, hint: strings.reasonHint, missing: strings.reasonMissing }}
        error={manage.error}
        isPending={manage.isPending}
        onConfirm={(reason) => act(open === 'decline' ? 'decline' : 'cancel', reason)}
        onClose={close}
      />
      <HostWindow booking={open === 'host' ? booking : null} onClose={() => setOpen(null)} />
      <RescheduleWindow booking={open === 'reschedule' ? booking : null} onClose={() => setOpen(null)} />
    </Group>
  )
}
