import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { SealingProblem } from './seal-problems.ts'
import { findSealingProblem } from './sealing-settings.ts'

export const checkSealing = action({
  name: 'check-sealing',
  summary: 'Say whether documents that are sent now can be sealed',
  description:
    'Looks at the certificate of the workspace, its key, and whether a timestamp is required that no authority is set for. A document with the usual deadline is meant. No authority is asked: one that does not answer is seen when a document is sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({}),
  output: z.object({ problem: SealingProblem.nullable().describe('Null where nothing stands against it') }),
  errors: [],
  examples: [{ title: 'Before a document is written', input: {} }],

  run: async (_input, context) => ({ problem: await findSealingProblem(context) }),
})
