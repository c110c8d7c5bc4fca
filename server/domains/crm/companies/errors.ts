import { errors } from '#core/errors.ts'

export const companyErrors = errors({
  company_not_found: {
    status: 404,
    message: 'The company does not exist.',
    fix: 'It may belong to another workspace: list the companies again.',
  },
  company_exists: {
    status: 409,
    message: 'Another company already uses this domain.',
    fix: 'Use that company: a domain belongs to one company only.',
  },
  merge_companies_same: {
    status: 400,
    message: 'Source and destination are the same company.',
    fix: 'Choose two different companies.',
  },
  company_merge_not_found: {
    status: 404,
    message: 'The merge of companies does not exist.',
    fix: 'Reload the company. After a company was removed for good, its merges cannot be undone.',
  },
  company_domain_invalid: {
    status: 400,
    message: 'This is not a company domain.',
    fix: 'Send a domain such as acme.example, not a public email provider.',
  },
  fact_not_found: { status: 404, message: 'The value does not exist.', fix: 'Reload the deal or the company.' },
  fact_not_proposed: {
    status: 409,
    message: 'This proposal was already decided.',
    fix: 'Reload the deal or the company.',
  },
  fact_field_unknown: {
    status: 400,
    message: 'This field does not exist.',
    fix: 'Use one of the fields in the API reference.',
  },
  fact_value_invalid: {
    status: 400,
    message: 'This value is not valid for the field.',
    fix: 'Website and logo must be full http or https URLs; all other fields are text.',
  },
})
