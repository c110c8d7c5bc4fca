import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { apiKeyErrors } from './errors.ts'
import { keyEvents, keyFieldsOf } from './events.ts'
import { addKey, findKeys, hasEnded, Key, type KeyRow, lockKey, notifyKeyChanged, showKey } from './keys.ts'

const hourMs = 3_600_000

export const rollKey = action({
  name: 'roll-key',
  summary: 'Roll an API key',
  description:
    'The new key has the same name, scopes and limit, and the same lifetime as the old one had. The old key keeps working for `overlapHours` (0 revokes it at once), but never longer than its own expiry.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({ keyId: z.uuid(), overlapHours: z.number().min(0).max(168) }),
  output: z.object({ key: Key, secret: z.string(), old: Key }),
  errors: [apiKeyErrors.key_not_found, apiKeyErrors.key_ended, apiKeyErrors.key_rolled_already],
  examples: [
    {
      title: 'Roll it; the old key works for another day',
      input: { keyId: '01980000-0000-7000-8000-000000000000', overlapHours: 24 },
    },
  ],

  async run({ keyId, overlapHours }, { org, person, db, now, newId, emit, fail }) {
    const at = now()
    const held = await lockKey(db, org.id, keyId)
    if (!held) throw fail('key_not_found')
    if (hasEnded(held, at)) throw fail('key_ended')
    if (held.rolled_to) throw fail('key_rolled_already')

    const id = newId()
    const secret = await addKey(db, {
      orgId: org.id,
      id,
      name: held.name,
      scopes: held.scopes,
      ratePerMinute: held.rate_per_minute,
      expiresAt: sameLifeAgain(held, at),
      createdBy: person?.id ?? null,
      now: at,
    })
    const end = new Date(at.getTime() + overlapHours * hourMs)
    const expiry = held.expires_at && held.expires_at < end ? held.expires_at : end
    await db
      .updateTable('api_keys')
      .set({ rolled_to: id, expires_at: expiry })
      .where('org_id', '=', org.id)
      .where('id', '=', keyId)
      .execute()
    await notifyKeyChanged(db, keyId)
    await notifyKeyChanged(db, id)
    await emit(keyEvents.changed, keyId, {
      ...{ name: held.name, hint: held.hint, change: 'rolled', rolled_to: id },
      ...changedFields(keyFieldsOf(held), keyFieldsOf({ ...held, expires_at: expiry })),
    })

    const [key] = await findKeys(db, org.id, id)
    const [old] = await findKeys(db, org.id, keyId)
    if (!key || !old) throw new Error('a key just written is missing')
    return { key: showKey(key, at), secret, old: showKey(old, at) }
  },
})

/** A key that was to end must not become one that never does, only because it was rolled. */
const sameLifeAgain = (old: KeyRow, at: Date): Date | null =>
  old.expires_at && new Date(at.getTime() + old.expires_at.getTime() - old.created_at.getTime())
