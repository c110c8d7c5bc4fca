import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const workspaceEvents = {
  changed: event({
    type: 'workspace.changed',
    about: 'The settings of the workspace changed.',
    facts: z.object({ fields: z.array(z.string()) }),
  }),
}
