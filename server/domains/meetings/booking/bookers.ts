import type { Db } from '#core/context.ts'
import type { NewEvent } from '#core/events/events.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { type Claimed, findClaimed, resolveClaim } from '#domains/crm/identities/claimants.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { readPhone } from '#shapes/phones.ts'
import type { EventTypeRow } from './event-types.ts'

/** Whom a meeting is with, as they were named. */
export interface BookerGiven {
  readonly name: string
  readonly email: string | null
  readonly emailKey: string | null
  readonly phone?: string | null | undefined
  readonly company?: string | null | undefined
  /** In whose format a number is. */
  readonly country: string | null
  /** A contact that a member chose; others are found by what is claimed. */
  readonly contactId?: string | null | undefined
}

const whoOf = ({ name, email, phone, company, country }: BookerGiven) => ({
  ...{ name, email, company: company || null },
  phone: phone ? readPhone(phone, country) : null,
})

/** Who has what a booker is found by, locked: the first step of `findBooker`, which can leave with other questions. */
export const findBookerClaim = (db: Db, orgId: string, given: BookerGiven): Promise<Claimed> =>
  findClaimed(db, orgId, whoOf(given))

/**
 * The columns of a booking that say who booked: with the contact, and with an open deal where there is one. What is to be recorded with
 * the booking's own event goes to `news`.
 */
export const findBooker = async (
  db: Db,
  orgId: string,
  type: EventTypeRow,
  given: BookerGiven,
  { known, news }: { readonly known?: Claimed | undefined; readonly news?: NewEvent[] } = {},
) => {
  const { name, email, emailKey } = given
  const { phone, company } = whoOf(given)
  const { contactId, recordId, isNew } = given.contactId
    ? { contactId: given.contactId, recordId: given.contactId, isNew: false }
    : await resolveClaim(
        db,
        orgId,
        { name, email, phone, company },
        // A deal's event stands behind that of its contact.
        { source: 'booking', order: ['phone', 'email'], ...(known && { known }), ...(news && !type.makes_deal && { news }) },
      )
  const deal = type.makes_deal
    ? (
        await openDealFor(db, orgId, {
          ...{ contactId, kind: 'booking', cause: 'booking' },
          ...{ name: company ?? name, businessName: company },
        })
      ).dealId
    : isNew
      ? null
      : await findOpenDeal(db, orgId, contactId)
  return {
    ...{ contact_id: recordId, deal_id: deal, name, email, email_key: emailKey, company },
    phone: phone?.e164 ?? (given.phone || null),
  }
}

const findOpenDeal = async (db: Db, orgId: string, contactId: string): Promise<string | null> => {
  const group = await mergeGroupOf(db, orgId, contactId)
  const deal = await db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', [...group, contactId])
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return deal?.id ?? null
}
