import { type RawBuilder, sql } from 'kysely'
import type { CompanyPeople } from '#domains/crm/companies/company-people.ts'

/** Bookings of the people and deals of a company, each by its key: in the order of their starts, all that were ever made might be looked through for a few. */
export const bookingsOfCompany = (
  orgId: string,
  { contactIds, dealIds }: Pick<CompanyPeople, 'contactIds' | 'dealIds'>,
): RawBuilder<unknown> => sql`(
  select n.* from (
    select x.id from unnest(${[...contactIds]}::uuid[]) w (id) cross join lateral (
      select o.id from bookings o where o.org_id = ${orgId} and o.contact_id = w.id offset 0) x
    union
    select x.id from unnest(${[...dealIds]}::uuid[]) w (id) cross join lateral (
      select o.id from bookings o where o.org_id = ${orgId} and o.deal_id = w.id offset 0) x) found
  cross join lateral (select o.* from bookings o where o.org_id = ${orgId} and o.id = found.id limit 1) n)`
