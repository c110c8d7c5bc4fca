/**
 * How a task ended that Foyer itself marks as done, beside those about meetings (`stepReasons` of bookings). What is stored, and said by the API, is
 * the English sentence; the app says it in the reader's language (`server/reasons/outcomes` in web/src/i18n/<language>/server/reasons.ts).
 */
export const taskOutcomes = {
  answered: 'answered',
  calledBack: 'called back',
  calledAgain: 'called again',
  replied: 'Replied.',
  reviewGone: 'The review is no longer at Google.',
  reviewWithoutStars: 'The author changed the review to no stars.',
  reviewWith3: 'The author changed the review to 3 stars.',
  reviewWith4: 'The author changed the review to 4 stars.',
  reviewWith5: 'The author changed the review to 5 stars.',
  signerDeclined: 'The signer declined',
  signerNamedOther: 'The signer named another person',
  signerStays: 'The signer stays',
  signerReplaced: 'The signer was replaced',
  signerSigned: 'The signer signed',
  documentEnded: 'The document ended',
  otherCalendar: 'Another calendar gets the meetings',
} as const
