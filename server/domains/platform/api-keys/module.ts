import { module } from '#core/module.ts'
import { createKey } from './create-key.ts'
import { apiKeyErrors } from './errors.ts'
import { keyEvents } from './events.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rollKey } from './roll-key.ts'
import { showKeyAction } from './show-key.ts'
import { updateKey } from './update-key.ts'

export const apiKeysModule = module({
  title: 'API keys',
  actions: [listKeys, showKeyAction, createKey, updateKey, rollKey, revokeKey],
  errors: apiKeyErrors,
  events: [keyEvents],
  owns: ['api_keys', 'directory.key_hashes'],
})
