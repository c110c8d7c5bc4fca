import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { declared } from '#core/declared.ts'
import { shape } from '#shapes'
import { findKeys, Key, showKey } from './keys.ts'
import { OfferedScope } from './scopes.ts'

export const listKeys = action({
  name: 'list-keys',
  summary: 'List API keys',
  description: 'Newest first, including expired and revoked ones. The key itself is shown only once, when it is created.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    keys: z.array(Key),
    /** The scopes a new key can be given. */
    scopes: z.array(shape('Scope', { scope: OfferedScope, summary: z.string() })),
  }),
  errors: [],
  examples: [{ title: 'All keys', input: {} }],

  async run(_input, { org, db, now }) {
    const keys = await findKeys(db, org.id)
    return {
      keys: keys.map((key) => showKey(key, now())),
      scopes: [...declared.scopes].map(([scope, summary]) => ({ scope, summary })),
    }
  },
})
