import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { apiKeyErrors } from './errors.ts'
import { keyEvents, keyFieldsOf } from './events.ts'
import {
  Expiry,
  findKeys,
  hasEnded,
  Key,
  KeyName,
  lockKey,
  notifyKeyChanged,
  RatePerMinute,
  readExpiry,
  showKey,
} from './keys.ts'

export const updateKey = action({
  name: 'update-key',
  summary: 'Update the name, expiry or limit of an API key',
  description:
    'Omitted fields keep their values. `null` removes the expiry, or the key’s own limit, so that the workspace default applies. Scopes cannot be changed: create another key.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    keyId: z.uuid(),
    name: KeyName.optional(),
    expiresAt: Expiry.nullish(),
    ratePerMinute: RatePerMinute.nullish(),
  }),
  output: z.object({ key: Key }),
  errors: [transportErrors.bad_request, apiKeyErrors.key_not_found, apiKeyErrors.key_ended, apiKeyErrors.key_rolled_already],
  examples: [
    {
      title: 'A new name and a lower limit',
      input: { keyId: '01980000-0000-7000-8000-000000000000', name: 'Website form', ratePerMinute: 60 },
    },
  ],

  async run({ keyId, name, expiresAt, ratePerMinute }, { org, db, now, emit, fail }) {
    const held = await lockKey(db, org.id, keyId)
    if (!held) throw fail('key_not_found')
    if (hasEnded(held, now())) throw fail('key_ended')
    // A rolled key keeps its end: moving it out again would leave two keys where one was meant to go.
    if (held.rolled_to && expiresAt !== undefined) throw fail('key_rolled_already', { field: 'expiresAt' })

    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt === null ? null : readExpiry(expiresAt, now()) }),
      ...(ratePerMinute === undefined ? {} : { rate_per_minute: ratePerMinute }),
    }
    if (Object.keys(changes).length > 0) {
      await db.updateTable('api_keys').set(changes).where('org_id', '=', org.id).where('id', '=', keyId).execute()
      await notifyKeyChanged(db, keyId)
      await emit(keyEvents.changed, keyId, {
        ...{ name: name ?? held.name, hint: held.hint },
        change: 'changed',
        ...changedFields(keyFieldsOf(held), keyFieldsOf({ ...held, ...changes })),
      })
    }
    const [key] = await findKeys(db, org.id, keyId)
    if (!key) throw fail('key_not_found')
    return { key: showKey(key, now()) }
  },
})
