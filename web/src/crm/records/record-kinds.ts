import type { LinkProps } from '@tanstack/react-router'
import type { Input } from '#web/wire.ts'

/** A contact, company, lead or deal, as notes and files name it. */
export interface RecordOf {
  readonly kind: Input<'list-notes'>['kind']
  readonly id: string
}

/** Its page. */
export const pageOf = ({ kind, id }: RecordOf): Pick<LinkProps, 'to' | 'params'> =>
  ({
    contact: { to: '/contacts/$contactId', params: { contactId: id } },
    company: { to: '/companies/$companyId', params: { companyId: id } },
    lead: { to: '/leads/$leadId', params: { leadId: id } },
    deal: { to: '/deals/$dealId', params: { dealId: id } },
  })[kind] as Pick<LinkProps, 'to' | 'params'>
