import { errors } from '#core/errors.ts'

export const metaLeadErrors = errors({
  meta_source_not_found: {
    status: 404,
    message: 'The lead source does not exist, or is no page of Meta.',
    fix: 'List the sources with list-lead-sources.',
  },
  meta_page_not_ready: {
    status: 409,
    message: 'The page is not connected at this moment.',
    fix: 'Look at its state with show-meta-source.',
  },
  meta_verify_token_invalid: {
    status: 403,
    message: 'The verify token is wrong.',
    fix: 'Connect the page again: Foyer registers its address at Meta with a token of its own.',
  },
})
