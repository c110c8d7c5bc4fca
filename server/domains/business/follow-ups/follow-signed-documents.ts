import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { newId } from '#core/ids.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
import { moveDealTo, placeIn } from '#domains/crm/deals/moves.ts'
import { findStage, lockStage } from '#domains/crm/deals/pipelines.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { type DocumentRow, findDocument } from '../documents/documents.ts'
import { documentEvents } from '../documents/events.ts'
import type { WhenSigned } from '../templates/when-signed.ts'
import { makeDeposit } from './deposits.ts'

/** Does what the rule of a document says, once it is signed by all: each part once, and where it cannot be done, a task says why. */
export const followSignedDocuments = reaction({
  name: 'follow-signed-documents',
  summary: 'Create the deposit invoice of a signed document, and move its deal',
  on: [documentEvents.signed],
  failing: { retries: 6, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org }) {
    for (const { subjectId } of events) {
      const document = await findDocument(db, org.id, subjectId)
      const rule = document?.when_signed as unknown as WhenSigned | null | undefined
      if (document?.status !== 'signed' || !rule) continue
      if (rule.stageId && (await claim(db, document, 'stage'))) {
        const problem = await moveDeal(db, document, rule.stageId)
        if (problem) await askPerson(db, document, 'stage', `Move the deal: ${problem}`)
        else await settle(db, document, 'stage', rule.stageId)
      }
      if (rule.deposit && (await claim(db, document, 'deposit'))) {
        const made = await makeDeposit(db, document, rule.deposit)
        if ('problem' in made) await askPerson(db, document, 'deposit', `Create the deposit invoice: ${made.problem}`)
        else await settle(db, document, 'deposit', made.invoiceId)
      }
    }
  },
})

type Kind = 'deposit' | 'stage'

/** True for the first that asks: a replayed event finds it done. */
const claim = async (db: Db, { org_id, id }: DocumentRow, kind: Kind): Promise<boolean> => {
  const claimed = await db
    .insertInto('document_follow_ups')
    .values({ org_id, document_id: id, kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return claimed !== undefined
}

const settle = async (db: Db, { org_id, id }: DocumentRow, kind: Kind, subjectId: string): Promise<void> => {
  await db
    .updateTable('document_follow_ups')
    .set({ subject_id: subjectId })
    .where('org_id', '=', org_id)
    .where('document_id', '=', id)
    .where('kind', '=', kind)
    .execute()
}

const askPerson = async (db: Db, document: DocumentRow, kind: Kind, title: string): Promise<void> => {
  await addTask(db, document.org_id, {
    ...{ dealId: document.deal_id, kind: 'next_action', title: `${title} (“${document.title}” is signed)` },
    ...{ assignedTo: document.made_by, cause: { rule: 'signed' }, causeKey: `signed:${document.id}:${kind}` },
  })
}

/** Null where it was moved; else why it could not be. */
const moveDeal = async (
  db: Db,
  { org_id: orgId, deal_id: dealId, title }: DocumentRow,
  stageId: string,
): Promise<string | null> => {
  if (!(await findStage(db, orgId, stageId))) return 'the stage is archived'
  const stage = await lockStage(db, orgId, stageId)
  const deal = dealId === null ? undefined : await lockDeal(db, orgId, dealId)
  if (!deal) return 'it is gone'
  if (deal.state === 'linked') return 'it is joined to another deal'
  if (stage.kind === 'lost') return 'a lost deal needs a reason'
  await moveDealTo(db, deal, stage, {
    rank: await placeIn(db, stage, deal, {}, newId),
    ...{ personId: null, cause: 'document', why: title },
  })
  return null
}
