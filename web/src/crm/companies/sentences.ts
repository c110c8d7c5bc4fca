import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/companies/sentences', {
  'create-company': { done: 'created a company', tried: 'tried to create a company' },
  'update-company': { done: 'edited a company', tried: 'tried to edit a company' },
  'merge-companies': { done: 'merged two companies', tried: 'tried to merge two companies' },
  'undo-company-merge': { done: 'undid a merge of companies', tried: 'tried to undo a merge of companies' },
  'accept-fact': { done: 'accepted an AI suggestion', tried: 'tried to accept an AI suggestion' },
  'dismiss-fact': { done: 'dismissed an AI suggestion', tried: 'tried to dismiss an AI suggestion' },
  'enrich-organization': { done: 'enriched a company', tried: 'tried to enrich a company' },
  'enrich-project': { done: 'enriched the company of a deal', tried: 'tried to enrich the company of a deal' },
  'set-fact': { done: 'edited a company profile', tried: 'tried to edit a company profile' },
})
