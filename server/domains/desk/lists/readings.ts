import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import type { Reading } from './conditions.ts'
import { listErrors } from './errors.ts'
import type { ListKind } from './filters.ts'
import { listDefinitions } from './list-definitions.ts'
import { fieldOf, type ListDefinition, type ListField } from './list-fields.ts'
import { ownFieldsOf } from './own-fields.ts'
import { admitReader } from './readers.ts'

type Caller = Pick<OrgContext, 'db' | 'org' | 'person' | 'keyId' | 'workflow' | 'isAssistant' | 'now'>

/** A list as the caller of an action reads it. Throws `forbidden` and `scope_missing` where they may not. */
export const readingFor = async (caller: Caller, kind: ListKind): Promise<Reading> => {
  await admitReader(caller.db, caller.org.id, kind, caller)
  return readingOf(caller.db, caller.org.id, kind, { personId: caller.person?.id ?? null, now: caller.now() })
}

/** A list as one caller reads it now: with the fields of the workspace's own, and what today is there. */
export const readingOf = async (
  db: Db,
  orgId: string,
  kind: ListKind,
  { personId, now }: { readonly personId: string | null; readonly now: Date },
): Promise<Reading> => {
  const list = listDefinitions[kind]
  const { time_zone: zone } = await db
    .selectFrom('orgs')
    .select('time_zone')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const fields = (await fieldsOf(db, orgId, list)).filter(({ isForPersons }) => personId !== null || !isForPersons)
  return { orgId, list, fields, personId, zone, today: dayOf(now, zone) }
}

/** The columns of a list, with the fields of the workspace's own. */
export const fieldsOf = async (db: Db, orgId: string, list: ListDefinition): Promise<readonly ListField[]> => [
  ...list.fields,
  ...(await ownFieldsOf(db, orgId, list)),
]

/** The columns that are asked for, else the usual ones. Throws `list_column_unknown`. */
export const columnsOf = ({ fields }: Reading, keys: readonly string[] | undefined): ListField[] => {
  if (!keys) return fields.filter(({ isUsual }) => isUsual)
  return keys.map((key) => {
    const field = fieldOf(fields, key)
    if (!field)
      throw new Failure(listErrors.list_column_unknown, { field: 'columns', message: `${key}: the list has no such column` })
    return field
  })
}
