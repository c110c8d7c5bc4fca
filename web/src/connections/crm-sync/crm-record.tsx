import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { read } from '#web/gateway.ts'
import type { CrmEntity } from '#web/wire.ts'

const CrmLinks = lazy(async () => ({ default: (await import('./crm-links.tsx')).CrmLinks }))

/** On the page of a contact, a company or a deal: where it is linked to a CRM. Nothing of it is shown, or loaded, where it is not. */
export const CrmRecord = ({ entity, recordId }: { entity: CrmEntity; recordId: string }) => {
  const { data } = useQuery(read('show-crm-record', { entity, recordId }))
  if (!data || data.links.length + data.conflicts.length === 0) return null
  return (
    <Suspense>
      <CrmLinks entity={entity} recordId={recordId} record={data} />
    </Suspense>
  )
}
