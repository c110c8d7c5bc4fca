import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/prospecting/sentences', {
  'lead-search': {
    done: 'searched, enriched or took people in prospecting',
    tried: 'tried to search, enrich or take people in prospecting',
  },
  'enrich-company': { done: 'enriched a company at Apollo', tried: 'tried to enrich a company at Apollo' },
  'set-prospecting-budget': {
    done: 'set the monthly budget of prospecting',
    tried: 'tried to set the monthly budget of prospecting',
  },
})
