import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { AuthorWorkflow, Reference, shape } from '#shapes'
import { named } from './moves.ts'

/** Whose a deal became, and why. */
export const DealAssignment = shape('DealAssignment', {
  id: z.uuid(),
  person: Reference.nullable().describe('Null: unassigned'),
  because: z.record(z.string(), z.unknown()),
  by: Reference.nullable().describe('Null: assigned by round robin, an API key or a workflow'),
  workflow: AuthorWorkflow,
  at: z.iso.datetime(),
})

/** Newest first. */
export const findAssignments = async (db: Db, orgId: string, dealId: string): Promise<z.output<typeof DealAssignment>[]> => {
  const rows = await db
    .selectFrom('assignments as given')
    .leftJoin('directory.people as person', 'person.id', 'given.person_id')
    .leftJoin('directory.people as giver', 'giver.id', 'given.by_person_id')
    .select(['given.id', 'given.because', 'given.at', 'given.person_id', 'given.by_person_id', 'given.workflow'])
    .select(['person.name as person_name', 'giver.name as giver_name'])
    .where('given.org_id', '=', orgId)
    .where('given.deal_id', '=', dealId)
    .orderBy('given.id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    person: named(row.person_id, row.person_name),
    because: row.because as Record<string, unknown>,
    by: named(row.by_person_id, row.giver_name),
    workflow: row.workflow,
    at: row.at.toISOString(),
  }))
}
