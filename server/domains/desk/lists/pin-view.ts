import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { listErrors } from './errors.ts'
import { findView, orderPins, pin } from './saved-views.ts'

export const pinView = action({
  name: 'pin-view',
  summary: 'Pin a saved view to your sidebar, or unpin it',
  description: 'Each member pins for themselves, shared views too. `order` are the pinned views from the top.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  hints: { destructive: false, idempotent: true },
  input: z.object({ viewId: z.uuid(), pinned: z.boolean(), order: z.array(z.uuid()).max(100).optional() }),
  output: z.object({ pinned: z.boolean() }),
  errors: [listErrors.view_not_found],
  examples: [{ title: 'Unpin', input: { viewId: '01980000-0000-7000-8000-000000000000', pinned: false } }],

  async run({ viewId, pinned, order }, context) {
    const { db, org, person, fail } = context
    if (!(await findView(context, viewId))) throw fail('view_not_found', { field: 'viewId' })
    await pin(db, org.id, person.id, viewId, pinned)
    if (order) await orderPins(db, org.id, person.id, order)
    return { pinned }
  },
})
