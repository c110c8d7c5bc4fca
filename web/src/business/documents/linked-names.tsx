import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { strings } from './strings.ts'

/** The deal of a document or proposal, by its name once that is known. */
export const DealLink = ({ dealId }: { dealId: string }) => {
  const { data } = useQuery(read('show-deal', { dealId }))
  return (
    <Link to="/deals/$dealId" params={{ dealId }} className="text-link">
      {data ? <bdi>{data.deal.name}</bdi> : strings.openDeal}
    </Link>
  )
}

export const ContactLink = ({ contactId }: { contactId: string }) => {
  const { data } = useQuery(read('show-contact', { contactId, limit: 1 }))
  const name = data && (data.contact.full_name ?? data.contact.email)
  return (
    <Link to="/contacts/$contactId" params={{ contactId }} className="text-link">
      {name ? <bdi>{name}</bdi> : strings.openContact}
    </Link>
  )
}
