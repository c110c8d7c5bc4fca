import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findRotation, RotationMember } from './rotation.ts'

export const listTurns = action({
  name: 'list-turns',
  summary: 'List the round-robin rotation',
  description:
    'A deal goes to the available admin or owner with the fewest round-robin assignments; on a tie, to the one whose last assignment is longest ago. New and returning members start level with the others. Manual assignments do not count.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  input: z.object({}),
  output: z.object({ turns: z.array(RotationMember) }),
  errors: [],
  examples: [{ title: 'Everybody', input: {} }],

  async run(_input, { db, org }) {
    return { turns: await findRotation(db, org.id) }
  },
})
