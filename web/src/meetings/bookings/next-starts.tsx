import { useState } from 'react'
import { useSession } from '#web/session.ts'
import { browserZone } from '#web/ui/zones.ts'
import type { BookingEventType } from '#web/wire.ts'
import { useStarts } from './api.ts'
import { strings } from './strings.ts'

const most = 6

/** The first free starts of an event type as a booker would see them: whether hours, buffers and notice do what was meant. */
export const NextStarts = ({ type }: { type: BookingEventType | null }) => {
  const { organization } = useSession()
  // One moment for as long as the window is open: a new one would ask again with each render.
  const [fromMs] = useState(() => Date.now())
  const timezone = browserZone()
  const { data } = useStarts(type && { orgId: organization.id, eventType: type.id, fromMs, days: 14, timezone })
  return (
    <section aria-label={strings.preview}>
      <p className="dim">{strings.preview}</p>
      {type === null ? (
        <p>{strings.previewNew}</p>
      ) : data?.slots.length === 0 ? (
        <p>{strings.previewNone}</p>
      ) : (
        <p>
          {data?.slots
            .slice(0, most)
            .map(({ date, label }) => `${date} ${label}`)
            .join(' · ')}
        </p>
      )}
    </section>
  )
}
