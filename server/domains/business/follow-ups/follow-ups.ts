import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
import { moveDealTo, placeIn } from '#domains/crm/deals/moves.ts'
import { findStage, lockStage } from '#domains/crm/deals/pipelines.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'

/** What was signed by all, or accepted, and what its rule is about. */
export interface Followed {
  readonly kind: 'document' | 'proposal'
  readonly orgId: string
  readonly id: string
  readonly dealId: string | null
  readonly title: string
  readonly madeBy: string | null
}

type Part = 'deposit' | 'stage'

const ends = { document: 'is signed', proposal: 'is accepted' } as const

/** True for the first that asks: a replayed event finds it done. */
export const claim = async (db: Db, { kind, orgId, id }: Followed, part: Part): Promise<boolean> => {
  const claimed =
    kind === 'document'
      ? await db
          .insertInto('document_follow_ups')
          .values({ org_id: orgId, document_id: id, kind: part })
          .onConflict((conflict) => conflict.doNothing())
          .returning('kind')
          .executeTakeFirst()
      : await db
          .insertInto('proposal_follow_ups')
          .values({ org_id: orgId, proposal_id: id, kind: part })
          .onConflict((conflict) => conflict.doNothing())
          .returning('kind')
          .executeTakeFirst()
  return claimed !== undefined
}

/** Notes what came of a part that was claimed. */
export const settle = async (db: Db, { kind, orgId, id }: Followed, part: Part, subjectId: string): Promise<void> => {
  if (kind === 'document')
    await db
      .updateTable('document_follow_ups')
      .set({ subject_id: subjectId })
      .where('org_id', '=', orgId)
      .where('document_id', '=', id)
      .where('kind', '=', part)
      .execute()
  else
    await db
      .updateTable('proposal_follow_ups')
      .set({ subject_id: subjectId })
      .where('org_id', '=', orgId)
      .where('proposal_id', '=', id)
      .where('kind', '=', part)
      .execute()
}

/** A task that says what could not be done by itself, once. */
export const askPerson = async (db: Db, followed: Followed, part: Part | 'send', title: string): Promise<void> => {
  const rule = followed.kind === 'document' ? 'signed' : 'accepted'
  await addTask(db, followed.orgId, {
    ...{ dealId: followed.dealId, kind: 'next_action', title: `${title} (“${followed.title}” ${ends[followed.kind]})` },
    ...{ assignedTo: followed.madeBy, cause: { rule }, causeKey: `${rule}:${followed.id}:${part}` },
  })
}

/** Moves the deal to the stage of the rule, or asks a person to. */
export const followStage = async (db: Db, followed: Followed, stageId: string): Promise<void> => {
  if (!(await claim(db, followed, 'stage'))) return
  const problem = await moveDeal(db, followed, stageId)
  if (problem) await askPerson(db, followed, 'stage', `Move the deal: ${problem}`)
  else await settle(db, followed, 'stage', stageId)
}

/** Null where it was moved; else why it could not be. */
const moveDeal = async (db: Db, { kind, orgId, dealId, title }: Followed, stageId: string): Promise<string | null> => {
  if (!(await findStage(db, orgId, stageId))) return 'the stage is archived'
  const stage = await lockStage(db, orgId, stageId)
  const deal = dealId === null ? undefined : await lockDeal(db, orgId, dealId)
  if (!deal) return 'it is gone'
  if (deal.state === 'linked') return 'it is joined to another deal'
  if (stage.kind === 'lost') return 'a lost deal needs a reason'
  await moveDealTo(db, deal, stage, {
    rank: await placeIn(db, stage, deal, {}, newId),
    ...{ personId: null, cause: kind, why: title },
  })
  return null
}
