import { moment } from '#core/within.ts'

/** A person read their notices up to one. */
export const noticesRead = moment<{ readonly personId: string }>('notices.read')
