/**
 * Why a mail is as it is, where Foyer itself says so. What is stored is the English sentence, with a number for <N> and another reason for <1>;
 * the app says it in the reader's language (`server/reasons/mails` in web/src/i18n/<language>/server/reasons.ts).
 */
export const mailReasons = {
  notConnected: 'Its mailbox is not connected.',
  mayHaveLeft: 'No answer came when it was sent: it may have left.',
  lookedFor: 'No answer came when it was sent: it may have left. It is looked for among what was sent.',
  cannotBeLookedFor: 'It may have left, and cannot be looked for: <1>',
  notFound: 'It may have left. It could not be found among what was sent, and is not looked for any longer.',
  discarded: 'An admin discarded the job that sends it.',
  discardedAfter: '<1> An admin discarded the job that sends it.',
  triedOnce: 'It was tried once, and is not tried again.',
  triedOnceAfter: '<1> It was tried once, and is not tried again.',
  triedOften: 'It was tried <N> times, and is not tried again.',
  triedOftenAfter: '<1> It was tried <N> times, and is not tried again.',
  unmarked: 'The mailbox did not take the mark, and it is not tried again.',
  unread: 'A mail could not be read. It is tried again.',
} as const

/** Why a mail that waits is not sent any more, behind what its last try met. */
export const whyGivenUp = (last: string | null, given: { readonly isDiscarded: boolean; readonly tries: number }): string => {
  const name = given.isDiscarded ? 'discarded' : given.tries === 1 ? 'triedOnce' : 'triedOften'
  return mailReasons[last === null ? name : (`${name}After` as const)]
    .replace('<N>', String(given.tries))
    .replace('<1>', () => last ?? '')
}
