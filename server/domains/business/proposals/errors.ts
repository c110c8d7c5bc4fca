import { errors } from '#core/errors.ts'

export const proposalErrors = errors({
  proposal_not_found: {
    status: 404,
    message: 'The proposal does not exist.',
    fix: 'List the proposals with list-proposals.',
  },
  proposal_link_unknown: {
    status: 404,
    message: 'This link leads to no proposal.',
    fix: 'Use the link of the newest email: a new link ends the one before.',
  },
  proposal_not_open: {
    status: 409,
    message: 'The proposal can no longer be accepted or declined.',
    fix: 'Show it: it was answered, withdrawn, or its time has ended.',
  },
  proposal_changed: {
    status: 409,
    message: 'There is a newer version of the proposal.',
    fix: 'Show the newest version, and answer that one.',
  },
  proposal_accepted: {
    status: 409,
    message: 'The proposal was accepted, and does not change any more.',
    fix: 'Create another proposal.',
  },
  proposal_sent: {
    status: 409,
    message: 'The proposal was sent to a client, and stays in its history.',
    fix: 'Withdraw it: the link then says so.',
  },
  proposal_empty: {
    status: 400,
    message: 'The proposal has no section and no price.',
    fix: 'Write a section, or add a line with a price.',
  },
  proposal_unreadable: {
    status: 400,
    message: 'A section of the proposal cannot be shown.',
    fix: 'The message names it. A proposal has no placeholders and no fields for signatures: write the values themselves.',
  },
  option_doubled: {
    status: 400,
    message: 'Two lines have the same id.',
    fix: 'Give each line an id of its own, or none: then it gets one.',
  },
  option_unknown: {
    status: 400,
    message: 'The proposal has no such option.',
    fix: 'Send the ids of lines whose `choice` is `optional`.',
  },
})
