import { createHash } from 'node:crypto'
import { unguardCell } from '#core/csv.ts'
import { fieldNamed, type LeadField, type MappedField, type OwnFieldKind, ownKeyOf, plainHeader } from './header-names.ts'

/** One entry a column, in order; null for a column that is left out. Several columns may feed one field. */
export type Mapping = readonly (MappedField | null)[]

/** The column that a file of rejected rows has at its end; read by people, never imported. */
export const errorColumn = 'foyer_error'

/** Which field each column most likely is. Each field is given to one column; what is not recognised is left out. */
export const suggestMapping = (headers: readonly string[]): Mapping => {
  const plain = headers.map(plainHeader)
  const taken = new Map<LeadField, { column: number; rank: number }>()
  for (const [column, header] of plain.entries()) {
    const found = fieldNamed(header)
    if (!found) continue
    const before = taken.get(found.field)
    if (!before || found.rank < before.rank) taken.set(found.field, { column, rank: found.rank })
  }
  const has = (field: LeadField) => taken.has(field)
  const become = (from: LeadField, to: LeadField) => {
    const found = taken.get(from)
    if (found) taken.set(to, found)
    taken.delete(from)
  }
  // `Vorname, Name` and `Prénom, Nom`: beside a first name, a bare "name" is the last one.
  if (
    has('first_name') &&
    !has('last_name') &&
    has('name') &&
    ['name', 'naam', 'namn', 'navn'].includes(plain[taken.get('name')?.column ?? -1] ?? '')
  )
    become('name', 'last_name')
  // `Nombre`, `Nome` or `Nom` alone is the whole name.
  if (!has('name') && has('first_name') !== has('last_name')) become(has('first_name') ? 'first_name' : 'last_name', 'name')
  // Where the whole name is there, its parts add nothing.
  if (has('name')) {
    taken.delete('first_name')
    taken.delete('last_name')
  }
  const byColumn = new Map([...taken].map(([field, { column }]) => [column, field]))
  return headers.map((_, column) => byColumn.get(column) ?? null)
}

/** What files with the same columns have in common, in whatever order. A file of rejected rows counts as the original. */
export const headersDigest = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(ownHeaders(headers).toSorted()))
    .digest('hex')

const ownHeaders = (headers: readonly string[]): string[] =>
  headers.map(plainHeader).filter((header) => header !== plainHeader(errorColumn))

/** A mapping as it is remembered: by the headers' names, because the next file may order them differently. */
export type RememberedMapping = Readonly<Record<string, MappedField>>

export const rememberable = (headers: readonly string[], mapping: Mapping): RememberedMapping =>
  Object.fromEntries(headers.flatMap((header, column) => (mapping[column] ? [[header, mapping[column]]] : [])))

export const recall = (headers: readonly string[], remembered: RememberedMapping): Mapping => {
  const byHeader = new Map(Object.entries(remembered).map(([header, field]) => [plainHeader(header), field]))
  return headers.map((header) => remembered[header] ?? byHeader.get(plainHeader(header)) ?? null)
}

/** The names of the columns: no blanks, no name twice; `Column 3` where the file names none. */
export const columnNames = (cells: readonly string[], hasHeader: boolean): string[] => {
  const used = new Set<string>()
  return cells.map((cell, column) => {
    const given = hasHeader ? unguardCell(cell.trim()).slice(0, 255) : ''
    const base = given || `Column ${column + 1}`
    let name = base
    for (let n = 2; used.has(name); n++) name = `${base} (${n})`
    used.add(name)
    return name
  })
}

/** A row as the body that the API would be sent. Whether it is a lead is for `readLead` to say. */
export const rowAsBody = (cells: readonly string[], mapping: Mapping, source: string): Record<string, unknown> => {
  const values = new Map<MappedField, string>()
  for (const [column, field] of mapping.entries()) {
    if (!field) continue
    const value = unguardCell(cells[column] ?? '').trim()
    if (value === '') continue
    const before = values.get(field)
    if (before === undefined) values.set(field, value)
    else if (field === 'note') values.set(field, `${before}\n${value}`)
  }
  const text = (field: LeadField) => values.get(field)
  const consent = present({
    basis: text('consent.basis'),
    source: text('consent.source'),
    obtained_at: calendarDate(text('consent.obtained_at')),
  })
  return present({
    email: firstOfSeveral(text('email')),
    phone: firstOfSeveral(text('phone')),
    name: text('name') ?? ([text('first_name'), text('last_name')].filter(Boolean).join(' ') || undefined),
    company: text('company'),
    title: text('title'),
    source: text('source') ?? source,
    external_id: text('external_id'),
    note: text('note'),
    linkedin_url: linkedinAddress(text('linkedin_url')),
    consent: Object.keys(consent).length > 0 ? consent : undefined,
  })
}

/** What a row has for the workspace’s own fields of a kind, by key; of several columns the first that has something. */
export const rowAsFields = (cells: readonly string[], mapping: Mapping, kind: OwnFieldKind): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [column, field] of mapping.entries()) {
    const key = ownKeyOf(field, kind)
    const value = key === null ? '' : unguardCell(cells[column] ?? '').trim()
    if (key !== null && value !== '') values[key] ??= value
  }
  return values
}

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Google Contacts puts several values into one cell, with ` ::: ` between. */
const firstOfSeveral = (value: string | undefined): string | undefined => value?.split(' ::: ')[0]

/** An instant in ISO 8601 names its day; other forms of dates are ambiguous and are left for the check to refuse. */
const calendarDate = (value: string | undefined): string | undefined =>
  value && /^\d{4}-\d\d-\d\d[T ]\d/.test(value) ? value.slice(0, 10) : value

/** Exports leave the scheme out. */
const linkedinAddress = (value: string | undefined): string | undefined =>
  value && /^([a-z]{2,3}\.)?linkedin\.com\//i.test(value) ? `https://${value}` : value
