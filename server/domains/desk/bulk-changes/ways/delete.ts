import { putInBin, takeFromBin } from '../../bin/bin-records.ts'
import { way } from './way.ts'

/** Into the bin; what is evidence stays, with the reason that the bin gives. */
export const remove = way({
  type: 'delete',

  async apply({ db, orgId, kind, personId, emit }, ids) {
    const { kept } = await putInBin(db, orgId, kind, ids, { personId }, emit)
    const reasons = new Map(kept.map(({ id, reason }) => [id, reason]))
    return ids.map((id) => {
      const reason = reasons.get(id)
      return reason === undefined ? { id, state: 'done', before: {}, after: {} } : { id, state: 'skipped', reason }
    })
  },

  async undo({ db, orgId, kind, emit }, rows) {
    const ids = rows.map(({ record_id }) => record_id)
    const { restored } = await takeFromBin(db, orgId, kind, ids, emit)
    const back = new Set(restored)
    return ids.map((id) => (back.has(id) ? { id, state: 'undone' } : { id, state: 'kept', reason: 'changed_since' }))
  },
})
