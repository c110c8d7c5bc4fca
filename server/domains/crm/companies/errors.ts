import { errors } from '#core/errors.ts'

export const companyErrors = errors({
  company_not_found: {
    status: 404,
    message: 'No such company.',
    fix: 'It may belong to another workspace: list the companies again.',
  },
  company_exists: {
    status: 409,
    message: 'Another company has this domain.',
    fix: 'Use that one: a domain belongs to one company.',
  },
  company_domain_invalid: {
    status: 400,
    message: 'This is no domain of a company.',
    fix: 'Send a domain such as acme.example, and none where everybody can have a mailbox.',
  },
  fact_not_found: { status: 404, message: 'No such value.', fix: 'Load the deal or the company again.' },
  fact_not_proposed: {
    status: 409,
    message: 'Somebody has decided about this already.',
    fix: 'Load the deal or the company again.',
  },
  fact_field_unknown: {
    status: 400,
    message: 'There is no such field here.',
    fix: 'Use one of the fields in the API reference.',
  },
  fact_value_invalid: {
    status: 400,
    message: 'This is no value of that field.',
    fix: 'A website and a logo are whole http or https addresses; the rest is text.',
  },
})
