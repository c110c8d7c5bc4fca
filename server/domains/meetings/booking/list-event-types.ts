import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { EventType, findEventTypes, findHosts, showEventType } from './event-types.ts'

export const listEventTypes = action({
  name: 'list-event-types',
  summary: 'List the event types',
  description: 'The kinds of meetings that can be booked, the default one first, archived ones last.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'bookings:read',
  input: z.object({}),
  output: z.object({ event_types: z.array(EventType) }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run(_, { db, org, settings }) {
    const types = await findEventTypes(db, org.id)
    const hosts = await findHosts(
      db,
      org.id,
      types.map(({ id }) => id),
    )
    const { slug: orgSlug } = await findSettings(db, org.id)
    return {
      event_types: types.map((type) =>
        showEventType({ type, hosts: hosts.get(type.id) ?? [] }, { publicUrl: settings.publicUrl, orgSlug }),
      ),
    }
  },
})
