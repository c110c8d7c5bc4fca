import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** The settings, as their columns are called. */
export const WorkspaceFields = z.object({
  name: z.string(),
  default_country: z.string().nullable(),
  time_zone: z.string(),
  currency: z.string().nullable(),
  room_pattern: z.string().nullable(),
  booking_origins: z.array(z.string()),
  call_countries: z.array(z.string()),
  key_rate_per_minute: z.int(),
  lead_quota_per_month: z.int().nullable(),
})

export const workspaceEvents = {
  changed: event({
    type: 'workspace.changed',
    about: 'The settings of the workspace changed.',
    facts: changesOf(WorkspaceFields),
  }),
}
