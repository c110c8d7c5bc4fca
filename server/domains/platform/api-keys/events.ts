import type { Selectable } from 'kysely'
import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'
import type { Tables } from '#db/tables.ts'

/** What can be seen of a key and can change. Never the key itself. */
const KeyFields = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  rate_per_minute: z.int().nullable(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
})

export const keyFieldsOf = (
  key: Pick<Selectable<Tables['api_keys']>, keyof z.output<typeof KeyFields>>,
): z.output<typeof KeyFields> => ({
  ...{ name: key.name, scopes: key.scopes, rate_per_minute: key.rate_per_minute },
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
})

export const keyEvents = {
  changed: event({
    type: 'key.changed',
    about: 'An API key was created, changed, rolled or revoked.',
    facts: z.object({
      name: z.string(),
      hint: z.string(),
      change: z.enum(['made', 'changed', 'rolled', 'revoked']),
      ...changesOf(KeyFields).partial().shape,
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
