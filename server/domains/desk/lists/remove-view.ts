import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { listErrors } from './errors.ts'
import { viewEvents } from './events.ts'
import { ListKind } from './filters.ts'
import { lockView } from './saved-views.ts'

export const removeView = action({
  name: 'remove-view',
  summary: 'Delete a saved view',
  description: 'No record is touched. Its owner can, and an admin where it is shared.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true },
  input: z.object({ viewId: z.uuid() }),
  output: z.object({ removed: z.literal(true) }),
  errors: [listErrors.view_not_found, listErrors.view_of_colleague],
  examples: [{ title: 'Delete a view', input: { viewId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ viewId }, context) {
    const { db, org, emit } = context
    const { kind } = await lockView(context, viewId)
    await db.deleteFrom('saved_views').where('org_id', '=', org.id).where('id', '=', viewId).execute()
    await emit(viewEvents.changed, viewId, { kind: ListKind.parse(kind) })
    return { removed: true as const }
  },
})
