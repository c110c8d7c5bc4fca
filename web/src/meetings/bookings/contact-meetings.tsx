import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { strings } from './contact-strings.ts'

/** The next meetings with a contact, and the way to one more. */
export const ContactMeetings = ({ contactId }: { contactId: string }) => {
  const list = useQuery(read('list-bookings', { contactId, state: 'upcoming', limit: 10 }))
  const meetings = list.data?.bookings
  return (
    <Card
      title={strings.title}
      actions={
        <AddButton label={strings.create} link={{ to: '/bookings', search: { new: 'yes', contact: contactId } as never }} />
      }
    >
      {list.error && !meetings && <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />}
      {meetings?.length === 0 && <p className="dim">{strings.none}</p>}
      {meetings && meetings.length > 0 && (
        <LinkRows>
          {meetings.map(({ id, event_type, when_short }) => (
            <LinkRow key={id} link={{ to: '/bookings/$bookingId', params: { bookingId: id } }} end={when_short}>
              <bdi>{event_type.name}</bdi>
            </LinkRow>
          ))}
        </LinkRows>
      )}
    </Card>
  )
}
