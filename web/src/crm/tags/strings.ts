import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

/** From here on the server counts no further. */
export const mostCounted = 10_000

const records = (n: number): string =>
  n === 0
    ? 'no record'
    : n === 1
      ? '1 record'
      : n >= mostCounted
        ? `more than ${counted(mostCounted - 1)} records`
        : `${counted(n)} records`

/** What the parts about tags say. */
export const strings = messages('crm/tags/strings', {
  title: 'Tags',
  about: 'Labels for contacts, companies, leads and deals. Everyone in the workspace uses the same list.',
  add: 'New tag',
  edit: 'Edit tag',
  name: 'Name',
  nameMissing: 'Enter a name.',
  save: 'Save',
  loadFailed: 'The tags could not be loaded',
  notSaved: 'The tag could not be saved',
  emptyTitle: 'No tags yet',
  emptyText: 'A tag groups records across pages, such as “VIP” or “Small bathroom”.',
  uses: 'Used by',
  usedBy: (n: number) => (n >= mostCounted ? `${counted(mostCounted)}+` : counted(n)),
  actionsOf: (name: string) => `Actions for ${name}`,
  rename: 'Rename or recolour',
  merge: 'Merge into another tag',
  remove: 'Delete',
  filter: 'Filter tags',
  noMatch: 'No tag has this name.',
  mergeTitle: (name: string) => `Merge “${name}”`,
  mergeText: (name: string, n: number) =>
    `“${name}” is on ${records(n)}. They get the other tag instead. You cannot undo this.`,
  mergeInto: 'Merge into',
  mergeMissing: 'Choose a tag.',
  mergeNow: 'Merge',
  merged: (name: string) => `Merged into “${name}”`,
  notMerged: 'The tags could not be merged',
  cancel: 'Cancel',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: (n: number) => `The tag is removed from ${records(n)}. You cannot undo this.`,
  deleted: 'Tag deleted',
  search: 'Find or create a tag',
  create: (name: string) => `Create “${name}”`,
  noTags: 'There are no tags yet. Type a name to create one.',
  notTagged: 'The tags could not be changed',
})
