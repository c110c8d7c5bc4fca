import { messages } from '#web/i18n/strings.ts'
import type { ItemKind } from './placed-items.ts'

const kinds: Readonly<Record<ItemKind, string>> = {
  value: 'Value',
  signature: 'Signature',
  initials: 'Initials',
  name: 'Name',
  date: 'Date',
  text: 'Text',
  tick: 'Tick box',
}

export const strings = messages('business/templates/pdf-strings', {
  kinds,
  uploadTitle: 'New template from a PDF',
  uploadButton: 'Upload PDF',
  file: 'PDF file',
  fileHint: 'At most 25 MB and 500 pages. You place values and signature fields on it next.',
  fileMissing: 'Choose a PDF.',
  notUploaded: 'The PDF could not be uploaded',
  pages: 'Pages',
  pagesHint:
    'Drag a field onto a page, or press it to add one. Arrow keys move a field, Shift and arrow keys resize it, Delete removes it, and Enter leads to its settings.',
  palette: 'Add a field',
  add: (kind: string) => `Add ${kind.toLowerCase()}`,
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  page: (n: number, count: number) => `Page ${n} of ${count}`,
  item: (what: string, n: number) => `${what}, page ${n}`,
  fields: 'Fields',
  noFields: 'None yet. Each signer needs a signature field.',
  settingsOf: (what: string) => `Settings: ${what}`,
  choose: 'Select a field to change it.',
  key: 'Placeholder',
  keyHint: 'Fields with the same placeholder show the same value.',
  size: 'Font size',
  align: 'Alignment',
  aligns: { left: 'Left', center: 'Center', right: 'Right' },
  signer: 'Signer',
  signers: (key: string) => {
    const [role, n] = key.split('-')
    return `${role === 'admin' ? 'Your side' : 'Client'}${n === undefined ? '' : ` ${n}`}`
  },
  label: 'Label',
  required: 'Required',
  pageField: 'Page',
  x: 'From the left',
  y: 'From the top',
  width: 'Width',
  height: 'Height',
  points: 'Sizes are in points: 72 are an inch.',
  remove: 'Remove field',
  moved: (what: string, x: number, y: number) => `${what}: ${x} from the left, ${y} from the top`,
  resized: (what: string, width: number, height: number) => `${what}: ${width} wide, ${height} high`,
  added: (what: string) => `${what} added`,
  removed: (what: string) => `${what} removed`,
  placeholdersHint: 'One for each value on the pages, filled in for each document.',
  noPlaceholders: 'None yet. Add a value to a page.',
  replace: 'Replace PDF',
  replaced: 'PDF replaced. Check the fields, then save.',
  saveFirst: 'Save to see the preview.',
})
