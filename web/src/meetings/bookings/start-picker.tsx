import { Button, Input, SimpleGrid } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { clockOf } from '#web/i18n/wall-times.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useStarts } from './api.ts'
import type { BookingDraft, WallPlace } from './new-booking.ts'
import { strings } from './strings.ts'

const dayMs = 86_400_000

/** The starts that an event type offers on a day of one's own zone, in the words of the server. */
export const StartPicker = ({
  draft: { eventType, hostId, day, start: chosen },
  zone,
  wanted,
  fault,
  onPick,
}: {
  draft: BookingDraft
  zone: string
  /** Chosen by itself where it is offered. */
  wanted: WallPlace | null | undefined
  fault: string | undefined
  onPick: (start: string) => void
}) => {
  const { organization } = useSession()
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  // A day of any zone lies within these three of UTC; those of the day that is meant are picked by its date.
  const { data, error, isPending } = useStarts(
    Number.isNaN(midnightMs) || eventType === ''
      ? null
      : { orgId: organization.id, eventType, host: hostId, fromMs: midnightMs - dayMs, days: 3, timezone: zone },
  )
  const starts = data?.slots.filter(({ date }) => date === day) ?? []
  const fitting = wanted?.date === day ? starts.find(({ label }) => label === clockOf(wanted.minute))?.start : undefined
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    if (fitting !== undefined) pick(fitting)
  }, [fitting])
  return (
    <>
      <ErrorNote error={error} title={strings.startsFailed} />
      {!isPending && !error && starts.length === 0 && <p role="status">{strings.noStarts}</p>}
      <SimpleGrid cols={{ base: 3, sm: 4 }} spacing="xs" role="group" aria-label={strings.pickStart}>
        {starts.map(({ start, label }) => (
          <Button
            key={start}
            variant={start === chosen ? 'filled' : 'default'}
            aria-pressed={start === chosen}
            onClick={() => onPick(start)}
          >
            {label}
          </Button>
        ))}
      </SimpleGrid>
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
    </>
  )
}
