import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { SealingSettings, showSealingOf } from './sealing-settings.ts'

export const showSealing = action({
  name: 'show-sealing',
  summary: 'Show what documents are sealed with',
  description:
    'The certificate of the workspace, those before it, timestamps, and how signing works here. The certificate is made with the first document. Who adds its root to the trusted certificates of their PDF reader sees the seals as trusted. `problem` says why documents that are sent now could not be sealed.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({}),
  output: z.object({ sealing: SealingSettings }),
  errors: [],
  examples: [{ title: 'The certificate and the settings', input: {} }],

  run: async (_input, context) => ({ sealing: await showSealingOf(context) }),
})
