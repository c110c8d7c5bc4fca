import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

const some = (n: number, one: string, many: string): string => `${counted(n)} ${n === 1 ? one : many}`

/** What deleting says, on every page of a record. */
export const deleting = messages('desk/bin/strings#deleting', {
  remove: 'Delete',
  title: (name: string) => `Delete ${name}?`,
  text: {
    contact:
      'The contact goes to the bin with its leads, and with tasks that belong to no deal. Its deals, conversations and company stay. You can restore it for 30 days.',
    company: 'The company goes to the bin. Its contacts and deals stay. You can restore it for 30 days.',
    lead: 'The lead goes to the bin. Its contact stays. You can restore it for 30 days.',
    deal: 'The deal goes to the bin with its tasks. Its contact stays. You can restore it for 30 days.',
    task: 'The task goes to the bin. You can restore it for 30 days.',
  },
  deleted: (name: string) => `${name} was deleted.`,
  restore: 'Restore',
  restored: (name: string) => `${name} was restored.`,
  kept: {
    has_invoice: 'It has an invoice that was sent or paid, which must be kept.',
    has_signed_document: 'It has a signed document, which must be kept.',
    has_accepted_proposal: 'It has a proposal that was accepted, which must be kept.',
    has_open_document: 'A document is out for signature. Void it first.',
    has_open_proposal: 'A proposal waits for an answer. Withdraw it first.',
    has_meeting: 'There is a meeting ahead. Cancel it first.',
    record_not_found: 'It does not exist, or was removed for good.',
  },
  notRestored: 'The record could not be restored',
  inBin: 'In the bin',
  daysLeft: (n: number) =>
    n <= 0 ? 'Removed for good tonight.' : `Removed for good in ${some(n, 'day', 'days')}, unless you restore it.`,
})

/** What the page of the bin says. */
export const strings = messages('desk/bin/strings', {
  title: 'Bin',
  about: 'Deleted records stay here for 30 days. Then they are removed for good, with their notes and files.',
  search: 'Search the bin',
  kind: 'Kind',
  allKinds: 'All kinds',
  kinds: { contact: 'Contact', company: 'Company', lead: 'Lead', deal: 'Deal', task: 'Task' },
  name: 'Name',
  unnamed: 'Unnamed',
  along: (leads: number, tasks: number) =>
    [leads > 0 && some(leads, 'lead', 'leads'), tasks > 0 && some(tasks, 'task', 'tasks')].filter(Boolean).join(', '),
  withIt: (what: string) => `with ${what}`,
  deletedAt: 'Deleted',
  deletedBy: 'By',
  left: 'Days left',
  leftFor: (n: number) => (n <= 0 ? 'Tonight' : counted(n)),
  restore: 'Restore',
  removeNow: 'Remove for good',
  removeTitle: (name: string) => `Remove ${name} for good?`,
  removeText: 'It is removed with its notes, files and messages. You cannot restore it.',
  removed: (name: string) => `${name} was removed for good.`,
  keptAfterAll: (name: string) => `${name} must be kept by now and was restored.`,
  loadFailed: 'The bin could not be loaded',
  emptyTitle: 'The bin is empty',
  emptyText: 'What you delete stays here for 30 days, and you can restore it.',
  noMatch: 'Nothing in the bin matches.',
})
