import type { Db } from '#core/context.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { leadNotices } from './notices.ts'

/** Tells that a known external_id came with another person: the delivery says so already, and is found by this. One notice a lead. */
export const noticeConflict = (
  db: Db,
  orgId: string,
  { leadId, deliveryId }: { readonly leadId: string; readonly deliveryId: string },
): Promise<void> =>
  raiseNotice(db, orgId, {
    notice: leadNotices.external_id_conflict,
    subjectId: leadId,
    facts: { delivery_id: deliveryId },
  })
