import { type Insertable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'

/** A stage that a deal of the demo has come to, and when. */
export interface DemoMove {
  readonly stageId: string
  readonly at: Date
}

export interface DemoDeal {
  readonly row: Omit<Insertable<Tables['deals']>, 'org_id'>
  /** From its first stage to the one in which it stands. */
  readonly moves: readonly DemoMove[]
}

/** Adds deals of the demo as they would stand by now, with the stages that they went through: no event, no first task, no turn. */
export const addDemoDeals = async (db: Db, orgId: string, deals: readonly DemoDeal[], personId: string): Promise<void> => {
  if (deals.length === 0) return
  await db
    .insertInto('deals')
    .values(deals.map(({ row }) => ({ org_id: orgId, ...row })))
    .execute()
  const moves = deals.flatMap(({ row, moves: all }) =>
    all.map(({ stageId, at }, n) => ({
      ...{ org_id: orgId, id: newId(), deal_id: row.id, to_stage_id: stageId, at },
      from_stage_id: all[n - 1]?.stageId ?? null,
      ...(n === 0 ? { cause: 'lead' } : { cause: 'person', person_id: personId }),
    })),
  )
  await db.insertInto('deal_moves').values(moves).execute()
}

/** Adds tasks of the demo, without an event. */
export const addDemoTasks = async (
  db: Db,
  orgId: string,
  tasks: readonly Omit<Insertable<Tables['tasks']>, 'org_id'>[],
): Promise<void> => {
  if (tasks.length === 0) return
  await db
    .insertInto('tasks')
    .values(tasks.map((task) => ({ org_id: orgId, ...task })))
    .execute()
}

export interface DemoAnswer {
  readonly leadId: string
  readonly at: Date
  readonly personId: string
}

/** When leads of the demo got their first answer. */
export const addDemoAnswers = async (db: Db, orgId: string, answers: readonly DemoAnswer[]): Promise<void> => {
  if (answers.length === 0) return
  await db
    .insertInto('lead_responses')
    .values(
      answers.map(({ leadId, at, personId }) => ({
        ...{ org_id: orgId, id: leadId, responded_at: at, person_id: personId, by_kind: 'message' },
      })),
    )
    .execute()
}

export const removeDemoTasks = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from tasks where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(db)
}

export const removeDemoAnswers = async (db: Db, orgId: string, leadIds: readonly string[]): Promise<void> => {
  await sql`delete from lead_responses where org_id = ${orgId} and id = any(${[...leadIds]}::uuid[])`.execute(db)
}

/** Holds deals of the demo until the transaction ends: what is added to one at this moment is there before it is asked what they have. */
export const lockDemoDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`select from deals where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(db)
}

/** Removes deals that the caller holds, and to which nothing refers but what is removed with them. */
export const removeDemoDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  const gone = [...ids]
  await sql`delete from deal_moves where org_id = ${orgId} and deal_id = any(${gone}::uuid[])`.execute(db)
  await sql`delete from deal_people where org_id = ${orgId} and deal_id = any(${gone}::uuid[])`.execute(db)
  await sql`delete from assignments where org_id = ${orgId} and deal_id = any(${gone}::uuid[])`.execute(db)
  await sql`delete from deals where org_id = ${orgId} and id = any(${gone}::uuid[])`.execute(db)
}
