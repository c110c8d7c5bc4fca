import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findCredentials, HttpCredential, showCredential } from './http-credentials.ts'

export const listHttpCredentials = action({
  name: 'list-http-credentials',
  summary: 'List what requests of workflows are sent with',
  description: 'Without their secrets, which nothing answers.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ credentials: z.array(HttpCredential) }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  async run(_input, { db, org }) {
    return { credentials: (await findCredentials(db, org.id)).map(showCredential) }
  },
})
