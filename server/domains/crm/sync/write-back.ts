import type { CrmEntity } from '#ports/crm.ts'
import type { Run } from './sync-runs.ts'

/** Writes there what changed here. */
export const writeBack = async (run: Run, entity: CrmEntity): Promise<void> => {
  if (!run.facts.mappings[entity].some(({ direction }) => direction === 'out' || direction === 'both')) return
  throw new Error('not written yet')
}
