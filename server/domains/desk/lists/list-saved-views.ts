import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { ListKind } from './filters.ts'
import { ListKind as Kind } from './filters.ts'
import { listDefinitions } from './list-definitions.ts'
import type { ListField } from './list-fields.ts'
import { fieldsOf } from './readings.ts'
import { SavedView, sentViews, usableViews } from './saved-views.ts'

/** One's own and those that colleagues share: more are not saved, but before there was a bound. */
const mostListed = 1_000

export const listSavedViews = action({
  name: 'list-saved-views',
  summary: 'List saved views: yours, and those that colleagues share',
  who: 'member',
  transports: ['gateway', 'assistant'],
  effect: 'read',
  input: z.object({ kind: Kind.optional().describe('Left out: of every list') }),
  output: z.object({ views: z.array(SavedView) }),
  errors: [],
  examples: [{ title: 'Views of the list of leads', input: { kind: 'lead' } }],

  async run({ kind }, context) {
    const { db, org } = context
    let query = usableViews(context)
    if (kind) query = query.where('saved_views.kind', '=', kind)
    const rows = await query.orderBy('saved_views.id').limit(mostListed).execute()
    const fields = new Map<string, readonly ListField[]>()
    for (const each of new Set(rows.map((row) => row.kind as ListKind)))
      fields.set(each, await fieldsOf(db, org.id, listDefinitions[each]))
    return { views: await sentViews(context, rows, (each) => fields.get(each) ?? []) }
  },
})
