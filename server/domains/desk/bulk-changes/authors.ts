import type { Db } from '#core/context.ts'
import { findKeys, hasEnded } from '#domains/platform/api-keys/keys.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { BulkChangeRow } from './bulk-changes.ts'
import { scopeOf } from './wanted-changes.ts'

/** The member or key that started it, or undoes it, still may. */
export const hasAuthor = async (db: Db, change: BulkChangeRow, now: Date): Promise<boolean> => {
  const isUndone = change.state === 'undoing'
  const personId = isUndone ? change.undone_by : change.person_id
  if (personId) return (await findMember(db, change.org_id, personId)) !== undefined
  const keyId = isUndone ? change.undone_by_key : change.key_id
  const [key] = keyId ? await findKeys(db, change.org_id, keyId) : []
  return key !== undefined && !hasEnded(key, now) && key.scopes.includes(scopeOf(change.kind, change.change.type))
}
