import { moment } from '#core/within.ts'

/** Inside the transaction in which an account takes the seat that a workspace kept for it: what the seat was given to do is the account's. */
export const seatTaken = moment<{ readonly seatId: string; readonly userId: string }>('seat-taken')
