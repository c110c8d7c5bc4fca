import type { Db } from '#core/context.ts'
import { changesBetween, findOwners, recordEdits } from '../edits/edits.ts'
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
  const owner = await findOwners(db, moved)
  const shown = ({ owner_id, ...same }: Fields): Record<string, unknown> => ({ ...same, owner: owner(owner_id) })
  await recordEdits(
    db,
    orgId,
    'company',
    edits.map(({ id, before, after }) => ({ recordId: id, changes: changesBetween(shown(before), shown(after)) })),
  )
}
