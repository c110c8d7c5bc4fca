import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#web/crm/leads/names.ts'
import { call } from '#web/gateway.ts'
import type { ListField } from '#web/wire.ts'
import { strings } from './strings.ts'

type Kind = NonNullable<ListField['belongs_to']>

const readName: Readonly<Record<Kind, (id: string) => Promise<string>>> = {
  contact: async (contactId) => nameOf((await call('show-contact', { contactId })).contact),
  company: async (companyId) => (await call('show-company', { companyId })).company.name,
  deal: async (dealId) => (await call('show-deal', { dealId })).deal.name,
}

/** What the record is called that a list is filtered by; nothing while it is read. */
export const useRecordName = (kind: Kind | null | undefined, id: unknown): string | undefined => {
  const isNamed = kind !== null && kind !== undefined && typeof id === 'string' && id !== ''
  const { data, isError } = useQuery({
    queryKey: ['record-name', kind, id],
    queryFn: () => (isNamed ? readName[kind](id) : ''),
    enabled: isNamed,
    staleTime: 60_000,
    retry: false,
  })
  return isError ? strings.deletedRecord : data
}
