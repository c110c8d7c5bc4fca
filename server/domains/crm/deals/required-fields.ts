import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findFields } from '../fields/fields.ts'
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
  const fields = (await findFields(db, deal.org_id, { kind: 'deal' })).filter((field) => field.required_stage_id !== null)
  if (fields.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from stages where org_id = ${deal.org_id} and pipeline_id = ${stage.pipeline_id} and archived_at is null
      and id = any(${fields.map(({ required_stage_id }) => required_stage_id)}::uuid[])
      and (position, id) <= (${stage.position}, ${stage.id}::uuid)`.execute(db)
  const reached = new Set(rows.map(({ id }) => id))
  const wanted = fields.filter(({ required_stage_id }) => reached.has(required_stage_id ?? ''))
  if (wanted.length === 0) return
  const values = (await fieldsOf(db, deal.org_id, 'deal', [deal.id], wanted)).get(deal.id)
  const missing = wanted.filter(({ key }) => !isValue(values?.[key]))
  if (missing.length === 0) return
  throw new Failure(dealErrors.fields_missing, {
    message: `${stage.name} needs: ${missing.map(({ name }) => name).join(', ')}`,
    facts: { missing: missing.map(({ key, name }) => ({ key, name })) },
  })
}
