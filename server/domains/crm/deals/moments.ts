import { moment } from '#core/within.ts'

/** A deal went into another; both are locked. */
export const dealLinked = moment<{ readonly sourceId: string; readonly targetId: string }>('deal.linked')

/** A deal came back that had gone into another; it is locked, and so is the merge group of its person, who is `contactId`. */
export const dealUnlinked = moment<{ readonly contactId: string }>('deal.unlinked')
