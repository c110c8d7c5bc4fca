import { moment } from '#core/within.ts'

/** A tag is merged into another one, and is gone behind this moment. The list of tags is held. */
export const tagMerged = moment<{ readonly tagId: string; readonly intoTagId: string }>('tag.merged')
