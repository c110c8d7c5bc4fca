import { sql } from 'kysely'
import { job } from '#core/jobs/job.ts'
import { stopIfDraining } from '#core/jobs/lots.ts'
import { columnOf } from './fields.ts'
import { removeValuesReference } from './job-references.ts'

const valuesAtOnce = 5_000

/** Values of a field that is gone already, so that they are seen nowhere: lot by lot, by the index of their type. */
export const removeFieldValues = job({
  ...removeValuesReference,
  name: 'remove-field-values',
  summary: 'Remove the values of a deleted field',
  retry: { times: 20, delaySeconds: 5 },
  expireSeconds: 86_400,

  async run({ orgId, fieldId, type }, context) {
    const column = sql.ref(columnOf(type))
    for (;;) {
      stopIfDraining(context)
      const removed = await context.inOrg(orgId, (db) =>
        sql`
          delete from field_values where ctid = any(array(
            select ctid from field_values where org_id = ${orgId} and field_id = ${fieldId} and ${column} is not null
            limit ${valuesAtOnce}))`.execute(db),
      )
      if (Number(removed.numAffectedRows ?? 0) === 0) return
    }
  },
})
