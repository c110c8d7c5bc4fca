import type { z } from 'zod'
import { recordKinds } from '#domains/crm/records/records.ts'
import { choice } from '#shapes'

export const binKinds = [...recordKinds, 'task'] as const

/** What can be deleted, and restored for some time. */
export const BinKind = choice('BinKind', binKinds)
export type BinKind = z.output<typeof BinKind>

/** For so long what is in the bin can be restored. */
export const restorableDays = 30
