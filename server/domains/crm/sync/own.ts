import { sql } from 'kysely'
import type { CrmEntity } from '#ports/crm.ts'
import { ownCompanies } from './own-companies.ts'
import { ownContacts } from './own-contacts.ts'
import { ownDeals } from './own-deals.ts'
import { andOwnFields } from './own-fields.ts'
import type { OwnRecords } from './own-records.ts'

/** How each kind of record is found, read and written here. */
export const ownRecordsOf: Readonly<Record<CrmEntity, OwnRecords>> = {
  companies: andOwnFields('companies', ownCompanies),
  contacts: andOwnFields('contacts', ownContacts),
  deals: andOwnFields('deals', ownDeals),
}

/** Where each kind of record stands. */
export const tableOf = {
  companies: sql.table('companies'),
  contacts: sql.table('contacts'),
  deals: sql.table('deals'),
} as const
