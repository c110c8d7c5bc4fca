import type { Db } from '#core/context.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { changesBetween, recordEdits } from '../edits/edits.ts'
import type { companyFieldsOf } from './events.ts'

type Fields = ReturnType<typeof companyFieldsOf>

/** Writes down what was changed of companies. The caller holds them. */
export const recordCompanyEdits = async (
  db: Db,
  orgId: string,
  edits: readonly { readonly id: string; readonly before: Fields; readonly after: Fields }[],
): Promise<void> => {
  const moved = edits.flatMap(({ before, after }) =>
    before.owner_id === after.owner_id ? [] : [before.owner_id, after.owner_id],
  )
  const names = await findNames(
    db,
    moved.filter((id) => typeof id === 'string'),
  )
  const shown = ({ owner_id: ownerId, ...same }: Fields): Record<string, unknown> => ({
    ...same,
    owner: ownerId ? { id: ownerId, name: names.get(ownerId) ?? null } : null,
  })
  await recordEdits(
    db,
    orgId,
    'company',
    edits.map(({ id, before, after }) => ({ recordId: id, changes: changesBetween(shown(before), shown(after)) })),
  )
}
