import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { keyEvents, keyFieldsOf } from './events.ts'
import { addKey, Expiry, findKeys, Key, KeyName, notifyKeyChanged, RatePerMinute, readExpiry, showKey } from './keys.ts'
import { OfferedScope } from './scopes.ts'

export const createKey = action({
  name: 'create-key',
  summary: 'Create an API key',
  description: 'The response contains the key in `secret`. It is shown only once; only its SHA-256 is stored.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({
    name: KeyName,
    scopes: z.array(OfferedScope).min(1),
    expiresAt: Expiry.nullish(),
    ratePerMinute: RatePerMinute.nullish(),
  }),
  output: z.object({ key: Key, secret: z.string() }),
  errors: [transportErrors.bad_request],
  examples: [
    { title: 'A key for Zapier', input: { name: 'Zapier', scopes: ['leads:write'] } },
    {
      title: 'A read-only key for an assistant',
      input: { name: 'Assistant', scopes: ['leads:read', 'contacts:read', 'workspace:read'] },
    },
    { title: 'A key with a low rate limit', input: { name: 'Website form', scopes: ['leads:write'], ratePerMinute: 60 } },
  ],

  async run(input, { org, person, db, now, newId, emit }) {
    const id = newId()
    const secret = await addKey(db, {
      orgId: org.id,
      id,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      ratePerMinute: input.ratePerMinute ?? null,
      expiresAt: input.expiresAt ? readExpiry(input.expiresAt, now()) : null,
      createdBy: person?.id ?? null,
      now: now(),
    })
    await notifyKeyChanged(db, id)
    const [key] = await findKeys(db, org.id, id)
    if (!key) throw new Error('a key just created is missing')
    await emit(keyEvents.changed, id, {
      ...{ name: key.name, hint: key.hint, change: 'made' },
      ...{ before: null, after: keyFieldsOf(key) },
    })
    return { key: showKey(key, now()), secret }
  },
})
