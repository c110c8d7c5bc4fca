import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { State } from '#web/ui/pill.tsx'
import { type Made, madeLabel } from './states.ts'
import { strings } from './strings.ts'

/** What a step made, as it stands now, with what the provider calls it. */
export const MadeThings = ({ made }: { made: readonly Made[] }) => (
  <Facts stacked>
    {made.map((each) => (
      <Fact key={each.id} name={strings.madeKinds[each.kind]}>
        <MadeLine made={each} />
        {each.provider_id !== null && (
          <div>
            {strings.providerId} <code>{each.provider_id}</code>
          </div>
        )}
      </Fact>
    ))}
  </Facts>
)

/** Its state, why, and the way to it. */
export const MadeLine = ({ made }: { made: Made }) => {
  const link = linkOf(made)
  return (
    <>
      <State of={madeLabel(made)} /> {made.reason !== null && `${made.reason} `}
      {link && (
        <Anchor component={Link} {...(link as object)} inherit underline="always">
          {strings.openMade}
        </Anchor>
      )}
    </>
  )
}

const linkOf = ({ kind, id, opens, mailbox }: Made): { to: string; params: object; search?: object } | null => {
  if (opens === null) return null
  switch (kind) {
    case 'email':
      return mailbox === null ? null : { to: '/mail/$mailId', params: { mailId: id }, search: { box: mailbox } }
    case 'message':
      return { to: '/inbox/$projectId', params: { projectId: opens } }
    case 'booking':
      return { to: '/bookings/$bookingId', params: { bookingId: opens } }
    case 'document':
      return { to: '/documents/$documentId', params: { documentId: opens } }
    default:
      return { to: '/invoices/$invoiceId', params: { invoiceId: opens } }
  }
}
