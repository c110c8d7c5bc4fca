import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { Entry, EntryFilterFields, findEntries } from './entries.ts'
import { Concerned, findConcerned } from './records.ts'

export const listAudit = action({
  name: 'list-audit',
  summary: 'Who did what',
  description:
    'Every call that wrote something, newest first, also those that were refused after the caller was known, and sign-ins that were refused to whoever claimed to be a member: who, what, when, from where, and how it ended. Entries are only ever added.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  scope: 'audit:read',
  effect: 'read',
  input: z.object({ ...EntryFilterFields, cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({
    entries: z.array(
      Entry.extend({
        about: z
          .array(Concerned)
          .describe(
            'The records among `target` that are still there; for people only, as keys read each kind by its own scope',
          ),
      }),
    ),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [],
  examples: [
    { title: 'The newest', input: {} },
    { title: 'What was refused', input: { outcome: 'refused', limit: 20 } },
  ],

  async run(input, { db, org, person, summaryOf, errorOf }) {
    const found = await findEntries(db, org.id, { ...input, limit: input.limit + 1 }, { summaryOf, errorOf })
    const entries = found.slice(0, input.limit)
    const concernedBy = await findConcerned(db, org.id, person === null ? [] : entries.map(({ target }) => target))
    return {
      entries: entries.map((entry) => ({ ...entry, about: concernedBy(entry.target) })),
      next_cursor: found.length > input.limit ? (entries.at(-1)?.id ?? null) : null,
    }
  },
})
