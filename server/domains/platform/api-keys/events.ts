import { z } from 'zod'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'

export const keyEvents = {
  changed: event({
    type: 'key.changed',
    about: 'An API key was created, changed, rolled or revoked.',
    facts: z.object({
      name: z.string(),
      hint: z.string(),
      change: z.enum(['made', 'changed', 'rolled', 'revoked']),
      fields: z.array(z.string()).optional(),
      rolled_to: z.uuid().optional(),
    }),
    webhook: {
      body: z.object({
        id: z.uuid().describe('The key'),
        name: z.string(),
        hint: z.string().describe('Its last four characters'),
        change: z.string().describe('made, changed, rolled or revoked'),
      }),
      tell: ({ subjectId, facts: { name, hint, change } }) => ({ id: subjectId, name, hint, change }),
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('api_keys')
          .select(['id', 'name', 'hint'])
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .execute()
        return ofSubject(rows, (key, { facts }) => ({
          ...key,
          change: typeof facts.change === 'string' ? facts.change : 'changed',
        }))
      },
    },
  }),
}
