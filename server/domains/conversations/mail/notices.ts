import { notices } from '#core/declared.ts'

/** For who wrote the mail, alone; of a workflow’s, with its run. Not with whom it is, nor what it says: a mailbox is its owner’s. */
export const emailNotices = notices({
  email_not_sent: {
    about: 'A mail that you wrote was not sent, or it is not known whether it was.',
    least: 'member',
    topic: 'messages',
    line: ({ state, workflow }) =>
      workflow === undefined
        ? state === 'uncertain'
          ? 'It is not known whether an email of yours was sent'
          : 'An email of yours was not sent'
        : state === 'uncertain'
          ? `It is not known whether an email of the workflow “${workflow}” was sent`
          : `An email of the workflow “${workflow}” was not sent`,
    page: (mailId, { email, run }) =>
      run === undefined ? `/mail/${mailId}?${new URLSearchParams({ box: String(email) })}` : `/workflows/runs/${run}`,
  },
})
