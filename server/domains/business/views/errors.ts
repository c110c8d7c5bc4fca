import { errors } from '#core/errors.ts'

export const viewErrors = errors({
  view_token_unknown: {
    status: 404,
    message: 'This token belongs to no document and no proposal.',
    fix: 'Use the last path segment of a link to sign a document, or of the link of a proposal.',
  },
  view_subject_missing: {
    status: 400,
    message: 'Say what was viewed: one of documentId, proposalId and dealId.',
    fix: 'Send exactly one of the three.',
  },
})
