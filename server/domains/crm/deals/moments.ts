import { moment } from '#core/within.ts'

/** A deal went into another; both are locked. */
export const dealLinked = moment<{ readonly sourceId: string; readonly targetId: string }>('deal.linked')

/** A deal is about to be given another contact: the merge groups of those before and after are locked, the deal is not yet. */
export const dealContactChanging = moment<{ readonly contactIds: readonly string[] }>('deal.contact-changing')

/** A deal was given another contact, or has none now: the merge groups of those before and after are locked, and so is the deal. */
export const dealContactChanged = moment<{ readonly contactIds: readonly string[] }>('deal.contact-changed')

/** A deal came back that had gone into another; it is locked, and so is the merge group of its person, who is `contactId`. */
export const dealUnlinked = moment<{ readonly contactId: string }>('deal.unlinked')
