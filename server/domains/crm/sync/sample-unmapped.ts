import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity, CrmField } from '#ports/crm.ts'
import { readFields } from './mappings.ts'
import { wordsOf } from './own-values.ts'
import { samplesKept } from './run-notes.ts'
import type { SyncJob } from './sync-jobs.ts'
import { type Run, takeStep } from './sync-runs.ts'

/** Fields that are asked for, and that are shown of one record. */
const mostRead = 300
const mostShown = 30
const longestValue = 500

/** What is no text for people: ids of other records, of people and of stages. */
const speechless: ReadonlySet<CrmField['type']> = new Set(['other', 'owner', 'stage'])
/** A deal's pipeline is told by its stage. */
const isPipeline = ({ name }: CrmField): boolean => /^pipeline(_id)?$/i.test(name)

/**
 * Of the new records among the samples of a rehearsal, what stands there in fields that the mapping leaves out: no run reads those, so they are
 * asked for once. Only fields that people fill in.
 */
export const sampleUnmapped = async (run: Run, entity: CrmEntity): Promise<void> => {
  const mapped = new Set(readFields(run.facts.mappings[entity]))
  const fields = [...run.facts.described[entity].values()]
    .filter((field) => field.isWritable && !mapped.has(field.name) && !speechless.has(field.type) && !isPipeline(field))
    .slice(0, mostRead)
  const ids = fields.length === 0 ? [] : await run.context.inOrg(run.job.org_id, (db) => newSamples(db, run.job, entity))
  if (ids.length === 0) return
  const found = await run.ask((crm) =>
    crm.read(
      entity,
      ids,
      fields.map(({ name }) => name),
    ),
  )
  const unmapped = found.flatMap(({ id, mergedIds, values }) => {
    const said = fields.flatMap((field) => {
      const value = values[field.name]?.trim()
      if (!value) return []
      return [{ field: field.name, label: field.label.slice(0, 200), theirs: wordsOf(value, field).slice(0, longestValue) }]
    })
    const left = said.slice(0, mostShown)
    return left.length === 0 ? [] : [id, ...mergedIds].map((record_id) => ({ record_id, left }))
  })
  if (unmapped.length === 0) return
  await takeStep(run, async (db, job) => {
    await sql`
      update sync_samples s set details = s.details || jsonb_build_object('unmapped', g."left")
      from jsonb_to_recordset(${JSON.stringify(unmapped)}::jsonb) as g (record_id text, "left" jsonb)
      where s.org_id = ${job.org_id} and s.job_id = ${job.id} and s.entity = ${entity} and s.record_id = g.record_id and s.verdict = 'new'`.execute(
      db,
    )
    return { isStep: true }
  })
}

const newSamples = async (db: Db, job: SyncJob, entity: CrmEntity): Promise<string[]> => {
  const rows = await db
    .selectFrom('sync_samples')
    .select('record_id')
    .where('org_id', '=', job.org_id)
    .where('job_id', '=', job.id)
    .where('entity', '=', entity)
    .where('verdict', '=', 'new')
    .orderBy('n')
    .limit(samplesKept)
    .execute()
  return rows.map(({ record_id }) => record_id)
}
