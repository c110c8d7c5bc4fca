import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type Field, findFields } from '../fields/fields.ts'
import { fieldsOf, isValue } from '../fields/values.ts'
import type { DealRow } from './deals.ts'
import { dealErrors } from './errors.ts'
import type { StageRow } from './pipelines.ts'

/**
 * Whether a deal that the caller holds has what the workspace asks for in a stage: a value of each field that is required there, or at a
 * stage before it in the same pipeline. Nothing is asked for to lose a deal, or to move it within its stage. Throws `fields_missing`,
 * which lists the fields.
 */
export const requireFields = async (db: Db, deal: DealRow, stage: StageRow): Promise<void> => {
  if (stage.kind === 'lost' || stage.id === deal.stage_id) return
  await requireValues(db, deal.org_id, deal.id, stage, await findRequired(db, deal.org_id, stage))
}

/**
 * The same of a deal that begins in an open stage: behind the first one it has what it would have been asked for on the way there. Null: it
 * is not made yet, and has no values.
 */
export const requireFieldsToBegin = async (db: Db, orgId: string, dealId: string | null, stage: StageRow): Promise<void> => {
  const wanted = await findRequired(db, orgId, stage)
  if (wanted.length === 0 || (await isFirst(db, orgId, stage))) return
  await requireValues(db, orgId, dealId, stage, wanted)
}

const findRequired = async (db: Db, orgId: string, stage: StageRow): Promise<Field[]> => {
  const fields = (await findFields(db, orgId, { kind: 'deal' })).filter((field) => field.required_stage_id !== null)
  if (fields.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from stages where org_id = ${orgId} and pipeline_id = ${stage.pipeline_id} and archived_at is null
      and id = any(${fields.map(({ required_stage_id }) => required_stage_id)}::uuid[])
      and (position, id) <= (${stage.position}, ${stage.id}::uuid)`.execute(db)
  const reached = new Set(rows.map(({ id }) => id))
  return fields.filter(({ required_stage_id }) => reached.has(required_stage_id ?? ''))
}

const isFirst = async (db: Db, orgId: string, stage: StageRow): Promise<boolean> => {
  const { rows } = await sql`
    select from stages where org_id = ${orgId} and pipeline_id = ${stage.pipeline_id} and archived_at is null and kind = 'open'
      and (position, id) < (${stage.position}, ${stage.id}::uuid) limit 1`.execute(db)
  return rows.length === 0
}

const requireValues = async (
  db: Db,
  orgId: string,
  dealId: string | null,
  stage: StageRow,
  wanted: readonly Field[],
): Promise<void> => {
  if (wanted.length === 0) return
  const values = dealId === null ? undefined : (await fieldsOf(db, orgId, 'deal', [dealId], wanted)).get(dealId)
  const missing = wanted.filter(({ key }) => !isValue(values?.[key]))
  if (missing.length === 0) return
  throw new Failure(dealErrors.fields_missing, {
    message: `${stage.name} needs: ${missing.map(({ name }) => name).join(', ')}`,
    facts: { missing: missing.map(({ key, name }) => ({ key, name })) },
  })
}
