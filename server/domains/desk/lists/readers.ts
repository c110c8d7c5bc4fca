import { atLeast } from '#core/actions/caller.ts'
import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { admitKey } from '#domains/platform/api-keys/keys.ts'
import { type ListKind, listKinds } from './filters.ts'
import { listDefinitions } from './list-definitions.ts'

type Caller = Pick<OrgContext, 'person' | 'keyId' | 'workflow' | 'isAssistant'>

/** Throws `forbidden` or `scope_missing` where the caller may not read lists of this kind: a list shows no more than its own action does. */
export const admitReader = async (db: Db, orgId: string, kind: ListKind, caller: Caller): Promise<void> => {
  const { readers } = listDefinitions[kind]
  if (!readers) return
  if (caller.keyId !== null) {
    return admitKey(db, orgId, caller.keyId, readers.scope)
  }
  if (!mayRead(kind, caller)) throw new Failure('forbidden')
}

/** Lists that a person reads: only those have views for them. */
export const readableKinds = (caller: Caller): ListKind[] => listKinds.filter((kind) => mayRead(kind, caller))

const mayRead = (kind: ListKind, { person, isAssistant }: Caller): boolean => {
  const { readers } = listDefinitions[kind]
  return !readers || (person !== null && !isAssistant && atLeast(person.role, readers.least))
}
