import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CallError } from '#web/gateway.ts'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookingChange } from './api.ts'
import { strings } from './strings.ts'

/** Another host for a meeting, at its own time or another: the clock of the host whom it has. */
export const HostWindow = ({ booking, onClose }: { booking: Booking | null; onClose: () => void }) => (
  <Window opened={booking !== null} onClose={onClose} title={strings.changeHostTitle} sheet>
    {booking && <Form booking={booking} onClose={onClose} />}
  </Window>
)

const Form = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const members = useMembersByName().filter(({ value }) => !booking.hosts.some(({ id }) => id === value))
  const [hostId, setHostId] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [day, setDay] = useState(booking.wall_clock.slice(0, 10))
  const [time, setTime] = useState(booking.wall_clock.slice(11, 16))
  const move = useBookingChange('move-booking', () => strings.hostChanged)
  const isSameTime = `${day}T${time}` === booking.wall_clock.slice(0, 16)
  const isRefused = move.error instanceof CallError && ['slot_taken', 'slot_not_offered'].includes(move.error.code)
  const isAsking = isRefused && !move.variables?.anyTime
  const change = (set: (value: string) => void, value: string): void => {
    move.reset()
    set(value)
  }
  const submit = (): void => {
    setChecked(true)
    if (hostId === '') return
    const at = isSameTime ? {} : { start: `${day}T${time}`, timezone: booking.host_zone }
    move.mutate({ bookingId: booking.id, hostId, ...at, ...(isAsking && { anyTime: true }) }, { onSuccess: onClose })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={move.error} title={strings.notSaved} />
        {isAsking && <p>{strings.changeNotOffered}</p>}
        <NativeSelect
          label={strings.newHost}
          value={hostId}
          data={[{ value: '', label: '' }, ...members]}
          error={(isChecked && hostId === '' && strings.newHostMissing) || fieldError(move.error, 'hostId')}
          data-autofocus
          onChange={({ currentTarget }) => change(setHostId, currentTarget.value)}
        />
        <TextInput
          type="date"
          label={strings.pickDay}
          description={strings.inZone(booking.host_zone)}
          value={day}
          onChange={({ currentTarget }) => change(setDay, currentTarget.value)}
        />
        <TextInput
          type="time"
          label={strings.newTime}
          value={time}
          error={fieldError(move.error, 'start')}
          onChange={({ currentTarget }) => change(setTime, currentTarget.value)}
        />
        <WindowFoot>
          <FormButtons
            submit={isAsking ? strings.changeAnyway : strings.changeHost}
            isPending={move.isPending}
            onCancel={onClose}
          />
        </WindowFoot>
      </Stack>
    </form>
  )
}
