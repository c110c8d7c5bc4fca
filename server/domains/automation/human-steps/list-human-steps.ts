import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { Cursor, PageSize, Whose } from '#shapes'
import { countOpenSteps, findOpenSteps, HumanStep, humanStepOf } from './human-step-rows.ts'

/** Where counting ends: a badge says 99+. */
const mostCounted = 100

export const listHumanSteps = action({
  name: 'list-human-steps',
  summary: 'List steps that wait for a person',
  description:
    'The oldest first: those that ask you, or all of your role. `whose: "all"` is for admins and keys, and has those of clients too. Answer one with resume-workflow.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    whose: Whose.default('mine').describe('A key has none of its own: it gets all'),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({
    steps: z.array(HumanStep),
    open: z.int().describe(`How many there are, counted up to ${mostCounted}`),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [transportErrors.forbidden],
  examples: [{ title: 'Mine', input: { limit: 20 } }],

  async run({ whose, cursor, limit }, { db, org, person, fail }) {
    if (person && whose === 'all' && !atLeast(person.role, 'admin')) throw fail('forbidden')
    const of = whose === 'mine' ? person : null
    const found = await findOpenSteps(db, org.id, of, { cursor, limit: limit + 1 })
    const steps = found.slice(0, limit).map(humanStepOf)
    return {
      steps,
      open: await countOpenSteps(db, org.id, of, mostCounted),
      next_cursor: found.length > limit ? (steps.at(-1)?.id ?? null) : null,
    }
  },
})
