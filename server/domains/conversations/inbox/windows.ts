/** How long free text may be sent after the contact's last WhatsApp message. */
const windowMs = 24 * 60 * 60 * 1_000

/** The window for free text: opened by an inbound message, by the platform's clock. */
export interface Window {
  readonly closesAt: Date
  readonly isOpen: boolean
}

/** At 24:00:00 it is closed: the platform refuses what comes then. `now` is the database's clock, the same for every process. */
export const windowAt = (inboundAt: Date, now: Date): Window => {
  const closesAt = new Date(inboundAt.getTime() + windowMs)
  return { closesAt, isOpen: now < closesAt }
}
