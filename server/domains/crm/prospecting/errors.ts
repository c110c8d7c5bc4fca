import { errors } from '#core/errors.ts'

export const prospectingErrors = errors({
  prospecting_not_connected: {
    status: 409,
    message: 'Apollo is not connected.',
    fix: 'Connect it under Settings → Connections with an API key.',
  },
  prospect_search_empty: {
    status: 400,
    message: 'A search needs at least one filter.',
    fix: 'Send titles, locations, domains or keywords.',
  },
  prospect_not_found: {
    status: 404,
    message: 'Some of these people were not shown by a search of this workspace, or too long ago.',
    fix: 'Search again, and use the ids of that search.',
  },
  prospect_without_address: {
    status: 409,
    message: 'Some of these people have neither an email address nor a phone number here.',
    fix: 'Enrich them first, and take those for whom something was found.',
  },
  prospecting_company_without_domain: {
    status: 409,
    message: 'The company has no domain to be found by.',
    fix: 'Enter its website with update-company.',
  },
  prospecting_budget_exhausted: {
    status: 402,
    message: 'The monthly budget for enrichment does not cover this.',
    fix: 'Choose fewer people, wait for the next month, or ask an owner to raise the budget.',
  },
  prospecting_costs_more: {
    status: 409,
    message: 'This enrichment may cost more than was agreed to.',
    fix: 'Ask for the cost again with dryRun, and send that as mostCredits.',
  },
  prospecting_out_of_credits: {
    status: 402,
    message: 'The Apollo account has no credits left.',
    fix: 'Buy credits at Apollo, or wait until its month begins again.',
  },
})
