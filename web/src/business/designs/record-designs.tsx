import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { read } from '#web/gateway.ts'

const DesignsCard = lazy(async () => ({ default: (await import('./designs-card.tsx')).DesignsCard }))

/** On the page of a deal or a contact. Where no account is connected, and nothing is linked, nothing of it is shown, or loaded. */
export const RecordDesigns = ({ of }: { of: { readonly dealId: string } | { readonly contactId: string } }) => {
  const { data } = useQuery(read('list-designs', of))
  if (!data || (data.account === null && data.designs.length === 0)) return null
  return (
    <Suspense>
      <DesignsCard of={of} shown={data} />
    </Suspense>
  )
}
