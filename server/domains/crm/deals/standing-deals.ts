import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { lockStandingContact } from '../records/standing-contacts.ts'
import { contactIdOf, type DealRow, findDeal } from './deals.ts'
import { dealErrors } from './errors.ts'

/**
 * A deal for which something is made, with the contact who stands for its person, held until the transaction ends. Throws `deal_not_found`,
 * `deal_has_no_contact`, `contact_not_found`, and `record_in_bin` where it or its contact was deleted: 30 days later neither would be there.
 */
export const findStandingDeal = async (
  db: Db,
  orgId: string,
  dealId: string,
  field: string,
): Promise<{ readonly deal: DealRow; readonly contactId: string }> => {
  const deal = await findDeal(db, orgId, dealId)
  if (!deal) throw new Failure(dealErrors.deal_not_found, { field })
  if (deal.deleted_at) throw new Failure(recordErrors.record_in_bin, { field })
  const { contactId } = await lockStandingContact(db, orgId, contactIdOf(deal))
  return { deal, contactId }
}
