import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findTurns, Turn } from './turns.ts'

export const listTurns = action({
  name: 'list-turns',
  summary: 'Who gets deals, how many they had, and who is away',
  description:
    'A deal goes to the admin or owner who is here and had the fewest turns; of several, to the one whose last turn is longest ago. One who comes, or comes back, starts level with the others. What somebody is given by hand takes no turn.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'deals:read',
  input: z.object({}),
  output: z.object({ turns: z.array(Turn) }),
  errors: [],
  examples: [{ title: 'Everybody', input: {} }],

  async run(_input, { db, org }) {
    return { turns: await findTurns(db, org.id) }
  },
})
