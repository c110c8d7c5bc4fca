import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { MoreRows } from '#web/ui/keyset-list.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { strings } from './contact-strings.ts'

/** The next meetings with a contact, and the way to one more. */
export const ContactMeetings = ({ contactId }: { contactId: string }) => <Meetings of={{ contactId }} contactId={contactId} />

/** The next meetings with people of a company; one more is with `contactId`, where there is one alone. */
export const CompanyMeetings = ({ companyId, contactId }: { companyId: string; contactId: string | null }) => (
  <Meetings of={{ companyId }} contactId={contactId} />
)

const Meetings = ({
  of: whose,
  contactId,
}: {
  of: { readonly contactId: string } | { readonly companyId: string }
  contactId: string | null
}) => {
  const input = { ...whose, state: 'upcoming', limit: 10 } as const
  const list = useInfiniteQuery({
    queryKey: ['list-bookings', input],
    queryFn: ({ pageParam, signal }) =>
      call('list-bookings', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const meetings = list.data?.pages.flatMap((page) => page.bookings)
  return (
    <Card
      title={strings.title}
      actions={
        <AddButton
          label={strings.create}
          link={{ to: '/bookings', search: { new: 'yes', ...(contactId !== null && { contact: contactId }) } as never }}
        />
      }
    >
      {list.error && !meetings && <ErrorNote error={list.error} title={strings.failed} onRetry={() => void list.refetch()} />}
      {meetings?.length === 0 && <p className="dim">{strings.none}</p>}
      {meetings && meetings.length > 0 && (
        <LinkRows>
          {meetings.map(({ id, event_type, when_short, contact }) => (
            <LinkRow key={id} link={{ to: '/bookings/$bookingId', params: { bookingId: id } }} end={when_short}>
              <bdi>{event_type.name}</bdi>
              {'companyId' in whose && contact?.name != null && (
                <span className="dim">
                  {' · '}
                  <bdi>{contact.name}</bdi>
                </span>
              )}
            </LinkRow>
          ))}
        </LinkRows>
      )}
      {/* Of a card with none ahead, too: those that are over stand there. */}
      <MoreRows
        list={list}
        all={{
          title: strings.title,
          to: '/bookings',
          search: 'contactId' in whose ? { ofContact: whose.contactId } : { ofCompany: whose.companyId },
        }}
      />
    </Card>
  )
}
