import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { apiKeyErrors } from './errors.ts'
import { keyEvents, keyFieldsOf } from './events.ts'
import { findKeys, Key, lockKey, notifyKeyChanged, showKey } from './keys.ts'

export const revokeKey = action({
  name: 'revoke-key',
  summary: 'Revoke an API key',
  description: 'Every server process rejects it within a second. Revoking a revoked key does nothing and is not an error.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ keyId: z.uuid() }),
  output: z.object({ key: Key }),
  errors: [apiKeyErrors.key_not_found],
  examples: [{ title: 'One key', input: { keyId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ keyId }, { org, db, now, emit, fail }) {
    const held = await lockKey(db, org.id, keyId)
    if (!held) throw fail('key_not_found')
    if (!held.revoked_at) {
      const revoked = { revoked_at: now() }
      await db.updateTable('api_keys').set(revoked).where('org_id', '=', org.id).where('id', '=', keyId).execute()
      await notifyKeyChanged(db, keyId)
      await emit(keyEvents.changed, keyId, {
        ...{ name: held.name, hint: held.hint, change: 'revoked' },
        ...changedFields(keyFieldsOf(held), keyFieldsOf({ ...held, ...revoked })),
      })
    }
    const [key] = await findKeys(db, org.id, keyId)
    if (!key) throw fail('key_not_found')
    return { key: showKey(key, now()) }
  },
})
