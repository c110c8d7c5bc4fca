import { question } from '#core/within.ts'

/** When the last whole synchronization of each of these connections ended, by their ids; those without one are left out. */
export const lastSyncs = question<{ readonly connectionIds: readonly string[] }, Readonly<Record<string, Date>>>(
  'crm-connections.last-syncs',
)
