import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { setChecklistDismissed } from './visits.ts'

export const dismissChecklist = action({
  name: 'dismiss-checklist',
  summary: 'Hide the checklist of a new workspace, or show it again',
  description: 'For the caller alone. A step is never ticked by hand: it is done when the workspace has what it asks for.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  input: z.object({ dismissed: z.boolean().default(true) }),
  output: z.object({ success: z.literal(true) }),
  errors: [],
  examples: [{ title: 'Hide it', input: {} }],

  async run({ dismissed }, { db, org, person, now }) {
    await setChecklistDismissed(db, org.id, person.id, { isDismissed: dismissed, now: now() })
    return { success: true as const }
  },
})
