import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { findDeal } from '#domains/crm/deals/deals.ts'
import { type DocumentRow, findDocument } from '../documents/documents.ts'
import { documentEvents } from '../documents/events.ts'
import { findSigners } from '../documents/signers.ts'
import type { WhenSigned } from '../templates/when-signed.ts'
import { type Deposit, followDeposit } from './deposits.ts'
import { type Followed, followStage } from './follow-ups.ts'

/** Does what the rule of a document says, once it is signed by all: each part once, and where it cannot be done, a task says why. */
export const followSignedDocuments = reaction({
  name: 'follow-signed-documents',
  summary: 'Create the deposit invoice of a signed document, and move its deal',
  on: [documentEvents.signed],
  failing: { retries: 6, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, enqueue, org }) {
    for (const { subjectId } of events) {
      const document = await findDocument(db, org.id, subjectId)
      const rule = document?.when_signed as unknown as WhenSigned | null | undefined
      if (document?.status !== 'signed' || !rule) continue
      const followed: Followed = {
        ...{ kind: 'document', orgId: org.id, id: document.id, dealId: document.deal_id },
        ...{ title: document.title, madeBy: document.made_by },
      }
      if (rule.stageId) await followStage(db, followed, rule.stageId)
      if (rule.deposit) await followDeposit({ db, enqueue }, followed, rule.deposit, () => depositOf(db, document))
    }
  },
})

const depositOf = async (db: Db, document: DocumentRow): Promise<Deposit> => {
  const { org_id: orgId, id, deal_id: dealId } = document
  const client = (await findSigners(db, orgId, id)).find(({ role }) => role === 'client')
  const deal = dealId === null ? undefined : await findDeal(db, orgId, dealId)
  return {
    client: client ? { name: client.name, email: client.email } : null,
    ...{ contactId: document.contact_id, locale: document.locale, at: new Date(document.signed_at ?? document.updated_at) },
    base:
      deal?.currency && deal.value_minor
        ? { currency: deal.currency, parts: [{ amountMinor: Number(deal.value_minor), taxRate: '0' }] }
        : { problem: 'the deal has no value' },
  }
}
