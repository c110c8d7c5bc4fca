import type { ChangeType } from '../wanted-changes.ts'
import { assign } from './assign.ts'
import { remove } from './delete.ts'
import { move } from './move.ts'
import { openDeals } from './open-deals.ts'
import { setFields } from './set-fields.ts'
import { setState } from './set-state.ts'
import { tag } from './tag.ts'
import type { AnyWay, Way } from './way.ts'

const ways: { readonly [Type in ChangeType]: Way<Type> } = {
  assign,
  tag,
  set_fields: setFields,
  set_state: setState,
  open_deals: openDeals,
  move,
  delete: remove,
}

/** How a change of a type is made: who calls gives it a change of that type. */
export const wayOf = (type: ChangeType): AnyWay => ways[type]
