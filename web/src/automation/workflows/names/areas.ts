import type { actionNames } from './action-strings.ts'
import type { areaNames } from './area-strings.ts'

/** The actions of each area; areas and actions that people use first stand first. */
export const areas: readonly {
  readonly area: keyof typeof areaNames
  readonly actions: readonly (keyof typeof actionNames)[]
}[] = [
  {
    area: 'messages',
    actions: [
      'send-email',
      'send-whatsapp',
      'reply-chat',
      'update-chat-session',
      'fetch-admin-chats',
      'fetch-chat-history',
      'list-calls',
      'list-whatsapp-templates',
    ],
  },
  {
    area: 'tasks',
    actions: ['add-task', 'complete-task', 'reopen-task', 'add-note', 'list-tasks', 'list-notes', 'list-record-files'],
  },
  {
    area: 'deals',
    actions: [
      'create-deal',
      'move-deal',
      'assign-deal',
      'update-deal',
      'set-deal-people',
      'show-deal',
      'list-deals',
      'list-stage-deals',
      'list-pipelines',
      'list-turns',
    ],
  },
  {
    area: 'contacts',
    actions: [
      'create-contact',
      'update-contact',
      'show-contact',
      'list-contacts',
      'create-company',
      'update-company',
      'show-company',
      'list-companies',
      'set-fact',
      'list-timeline',
      'find-duplicates',
    ],
  },
  { area: 'leads', actions: ['add-lead', 'update-lead', 'show-lead', 'list-leads', 'list-sources', 'show-response-times'] },
  {
    area: 'bookings',
    actions: [
      'create-booking',
      'manage-booking',
      'move-booking',
      'send-booking-reminder',
      'show-booking-detail',
      'list-bookings',
      'list-event-types',
    ],
  },
  {
    area: 'invoices',
    actions: [
      'create-invoice',
      'send-invoice',
      'create-payment',
      'show-invoice',
      'list-invoices',
      'update-invoice',
      'remove-invoice',
      'void-invoice',
      'price-invoice',
    ],
  },
  {
    area: 'documents',
    actions: [
      'generate-contract',
      'remind-signer',
      'replace-signer',
      'extend-document',
      'void-document',
      'create-proposal',
      'update-proposal',
      'send-proposal',
      'withdraw-proposal',
      'show-document',
      'list-documents',
      'show-proposal',
      'list-proposals',
      'list-views',
      'show-template',
      'list-templates',
    ],
  },
  { area: 'reviews', actions: ['reply-review', 'show-review', 'list-reviews', 'list-review-locations'] },
  { area: 'knowledge', actions: ['search-knowledge', 'list-knowledge', 'show-knowledge', 'list-knowledge-passages'] },
  {
    area: 'lists',
    actions: [
      'tag-records',
      'set-fields',
      'save-tag',
      'list-tags',
      'list-fields',
      'list-records',
      'count-records',
      'describe-list',
      'show-report',
      'list-report-records',
    ],
  },
  { area: 'workspace', actions: ['list-members', 'show-workspace', 'show-business'] },
]
