import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import type { CleanupKind } from '#web/wire.ts'

const rows = (n: number): string => (n === 1 ? '1 record' : `${counted(n)} records`)

export const strings = messages('platform/retention/strings', {
  title: 'Cleanup',
  about:
    'Foyer removes expired data every night. Here you can see what is due, and remove it now. Leads, documents with their evidence, payments and the audit log are never removed here.',
  loadFailed: 'The expired data could not be counted',
  due: 'Expired data',
  dueText: 'Only what is listed here is removed.',
  countAgain: 'Count again',
  list: 'Expired data by kind',
  kind: 'Data',
  count: 'Records',
  oldest: 'Oldest',
  kept: 'Kept',
  days: (n: number) => (n === 1 ? '1 day' : `${counted(n)} days`),
  none: 'None',
  emptyTitle: 'Nothing has expired',
  emptyText: 'The nightly cleanup has removed everything that was due.',
  remove: (n: number) => `Remove ${rows(n)}`,
  confirmTitle: 'Remove expired data',
  confirmText: (n: number) => `${rows(n)} will be removed from this workspace. This cannot be undone.`,
  confirm: 'Remove',
  removed: (n: number) => `${rows(n)} removed`,
  running: 'The cleanup is running',
  progress: (removed: number, planned: number) => `${counted(removed)} of ${rows(planned)} removed`,
  last: 'Last cleanup',
  lastText: (n: number, by: string) => (by === '' ? `${rows(n)} removed` : `${rows(n)} removed by ${by}`),
})

export const kindNames: Readonly<Record<CleanupKind, string>> = messages('platform/retention/strings#kindNames', {
  sessions: 'Sessions',
  challenges: 'Unfinished sign-ins',
  oauth_flows: 'Unfinished connections',
  idempotency: 'Answers kept for repeats',
  deliveries: 'Requests without a lead',
  provider_calls: 'Calls to providers',
  mails: 'Sent and failed emails',
  webhook_deliveries: 'Webhook deliveries',
  uploads: 'Files without leads',
  ai_reservations: 'Lost AI calls',
  transcripts: 'Assistant conversations',
  sync_pages: 'Details of CRM syncs',
})
