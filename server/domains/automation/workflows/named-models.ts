import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { modelsInUse } from '#domains/connections/ai-models/moments.ts'

/** The models that steps of published workflows name. */
export const namedModels = contribution({
  name: 'models-of-workflows',
  to: modelsInUse,
  run: async (_facts, { db, orgId }) => {
    const { rows } = await sql<{ model: string }>`
      select distinct node ->> 'model' as model
      from workflow_versions v, jsonb_path_query(v.definition, '$.nodes[*] ? (@.kind == "ai" && exists (@.model))') node
      where v.org_id = ${orgId} and v.published_until is null`.execute(db)
    return rows.map(({ model }) => model)
  },
})
