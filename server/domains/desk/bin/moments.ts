import { moment } from '#core/within.ts'
import type { BinKind } from './bin-kinds.ts'

/** Records are removed for good: those that stand for others, with all that were merged into them. They are held. */
export const recordsRemoved = moment<{ readonly kind: BinKind; readonly ids: readonly string[] }>('bin.removed')
