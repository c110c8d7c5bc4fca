import { lazy, Suspense } from 'react'
import type { CrmEntity } from '#web/wire.ts'
import { useCrmRecord } from './api.ts'

const CrmLinks = lazy(async () => ({ default: (await import('./crm-links.tsx')).CrmLinks }))

/** On the page of a contact, a company or a deal: where it is linked to a CRM. Nothing of it is shown, or loaded, where it is not. */
export const CrmRecord = ({ entity, recordId }: { entity: CrmEntity; recordId: string }) => {
  const { data } = useCrmRecord(entity, recordId)
  if (!data || data.links.length + data.conflicts.length === 0) return null
  return (
    <Suspense>
      <CrmLinks entity={entity} recordId={recordId} record={data} />
    </Suspense>
  )
}
