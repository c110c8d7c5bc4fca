import { messages } from '#web/i18n/strings.ts'

export const recordStrings = messages('connections/crm-sync/record-strings', {
  title: (crm: string) => `From ${crm}`,
  id: 'Record id',
  seen: 'Last read',
  openIn: (crm: string) => `Open in ${crm}`,
  syncs: 'Syncs',
  goneThere: 'Deleted there',
  mergedThere: 'Merged there',
  pinned: 'Pinned',
  pinnedHelp: 'A member kept the value here; a sync does not overwrite it.',
  pin: (field: string) => `Pin ${field} here`,
  unpin: (field: string) => `Unpin ${field}`,
  differs: 'Differs here',
  differsHelp: 'The value here is another one.',
  noValues: 'No values there.',
  decide: 'Decide which value stays',
})
