import type { CrmEntity, CrmField, CrmRecord } from '#ports/crm.ts'
import { readEmail } from '#shapes/emails.ts'
import { exponentOf, mostMinor } from '#shapes/money.ts'
import { readPhone } from '#shapes/phones.ts'
import { cut } from '#shapes/texts.ts'
import { readDomain } from '../companies/companies.ts'
import type { Field } from '../fields/fields.ts'
import { isOwnName, keyOfOwn, type OwnFieldName } from '../fields/own-names.ts'
import type { Known } from '../fields/read-values.ts'
import { custom, customName, type FieldMapping } from './mappings.ts'
import { readForOwnField, wordsOf } from './own-values.ts'

/** Something of a record that could not be taken as it is; the record itself is taken. */
export interface Note {
  readonly field: string | null
  readonly code: string
  readonly message: string
  /** The value there, where it was left out. */
  readonly said?: string
}

/** A record of a CRM in our terms. */
export interface Incoming {
  readonly theirId: string
  readonly modifiedAt: Date | null
  readonly mergedIds: readonly string[]
  /**
   * By our field names, and `custom:…`; null: no value there. Ids of stages and owners are still theirs. A value that cannot be one of ours
   * is not in it: it is neither compared nor written over.
   */
  readonly values: Readonly<Record<string, string | null>>
  /** Fields whose value there could not be read. */
  readonly unread: readonly string[]
  readonly companyIds: readonly string[]
  readonly contactIds: readonly string[]
  /** Of a deal, by the CRM's id: several of theirs can be one of ours. */
  readonly theirStage: string | null
  readonly notes: readonly Note[]
}

/** By what records are read. */
export interface ReadingFacts {
  readonly country: string | null
  readonly currency: string | null
  /** Of the workspace's own, those that the mapping names; where the CRM is not asked, all that there ever were. */
  readonly ownFields: Readonly<Record<CrmEntity, readonly Field[]>>
  /** Who can stand in a field of people. */
  readonly people: Known['people']
  /** What the CRM says of its fields, by their names. */
  readonly described: Readonly<Record<CrmEntity, ReadonlyMap<string, CrmField>>>
}

/** Characters of a custom value that are kept, and of all of a record. */
const longestCustom = 4_000
const longestOfRecord = 65_536

const longest: Readonly<Record<string, number>> = { linkedin_url: 2_048, email: 254, phone: 64, domain: 300 }
const mostLinks = 50

/** Reads a record by the mapping of its kind. Nothing in it is trusted: what cannot be a value of ours is left out, and noted. */
export const readIncoming = (
  entity: CrmEntity,
  record: CrmRecord,
  mapping: readonly FieldMapping[],
  facts: ReadingFacts,
): Incoming => {
  const { country, currency } = facts
  const notes: Note[] = []
  const unread: string[] = []
  const values: Record<string, string | null> = {}
  let kept = 0
  for (const { theirs, ours, direction } of mapping) {
    if (direction === 'off') continue
    const text = clean(record.values[theirs])
    if (ours === custom) {
      const said = text === null ? null : wordsOf(text, facts.described[entity].get(theirs))
      const value = said === null ? null : cut(said, longestCustom)
      kept += value?.length ?? 0
      if (kept > longestOfRecord) continue
      if (value !== null && value.length < (said?.length ?? 0)) notes.push(noted(theirs, 'value_cut'))
      values[customName(theirs)] = value
    } else if (isOwnName(ours)) readOwn(facts, entity, { theirs, ours, text }, { values, notes, unread })
    else if (values[ours] === undefined || values[ours] === null)
      values[ours] = text === null ? null : cut(text, longest[ours] ?? 255)
  }
  if (kept > longestOfRecord) notes.push(noted(null, 'values_left_out'))
  readers[entity](values, { notes, unread, country, currency })
  return {
    theirId: record.id,
    modifiedAt: record.modifiedAt,
    mergedIds: record.mergedIds,
    ...{ values, unread },
    companyIds: record.companyIds.slice(0, mostLinks),
    contactIds: record.contactIds.slice(0, mostLinks),
    theirStage: values.stage ?? null,
    notes,
  }
}

/** Reads a value for a field of the workspace's own: of several of theirs the first that has one counts. */
const readOwn = (
  { ownFields, described, people }: ReadingFacts,
  entity: CrmEntity,
  { theirs, ours, text }: { readonly theirs: string; readonly ours: OwnFieldName; readonly text: string | null },
  { values, notes, unread }: Pick<Reading, 'notes' | 'unread'> & { readonly values: Record<string, string | null> },
): void => {
  const field = ownFields[entity].find(({ key }) => key === keyOfOwn(ours))
  if (!field || (values[ours] ?? null) !== null) return
  if (text === null) {
    if (!unread.includes(ours)) values[ours] = null
    return
  }
  const read = readForOwnField(field, text, described[entity].get(theirs), people)
  if ('text' in read) {
    values[ours] = read.text
    if (unread.includes(ours)) unread.splice(unread.indexOf(ours), 1)
  } else {
    notes.push({ field: theirs, code: 'field_value_invalid', message: `${field.name}: ${read.fault}`, said: text })
    unread.push(ours)
    delete values[ours]
  }
}

/** PostgreSQL keeps no zero character and no half of a surrogate pair. */
const clean = (text: string | null | undefined): string | null => {
  const cleaned = text?.replaceAll('\0', '').toWellFormed().trim() ?? ''
  return cleaned === '' ? null : cleaned
}

const texts: Readonly<Record<string, string>> = {
  value_cut: 'The value is longer than 4,000 characters; its beginning was kept.',
  values_left_out: 'The custom values of this record are longer than 64 KB; some were left out.',
  email_malformed: 'This is not an email address.',
  phone_unreadable: 'This is not a phone number.',
  domain_invalid: 'This is not a company domain.',
  linkedin_url_invalid: 'This is not a web address.',
  amount_invalid: 'This is not an amount.',
  amount_negative: 'The amount is negative; it was left out.',
  currency_unknown: 'This is not a currency code, and the workspace has no currency of its own.',
}

const noted = (field: string | null, code: string): Note => ({ field, code, message: texts[code] ?? code })

interface Reading {
  readonly notes: Note[]
  readonly unread: string[]
  readonly country: string | null
  readonly currency: string | null
}

type Reader = (values: Record<string, string | null>, reading: Reading) => void

const readers: Record<CrmEntity, Reader> = {
  companies(values, reading) {
    take(values, reading, 'domain', 'domain_invalid', readDomain)
    if (values.name === null || values.name === undefined) values.name = values.domain ?? null
  },
  contacts(values, reading) {
    take(values, reading, 'email', 'email_malformed', (text) => ('key' in readEmail(text) ? text : null))
    take(values, reading, 'phone', 'phone_unreadable', (text) => readPhone(text, reading.country)?.e164 ?? null)
    take(values, reading, 'linkedin_url', 'linkedin_url_invalid', (text) => (/^https?:\/\/\S+$/i.test(text) ? text : null))
    if ('first_name' in values || 'last_name' in values) {
      const whole = [values.first_name, values.last_name].filter(Boolean).join(' ')
      values.full_name ??= whole === '' ? null : cut(whole, 255)
      delete values.first_name
      delete values.last_name
    }
  },
  deals(values, { notes, unread, currency }) {
    if (!('amount' in values)) return
    const code = (values.currency ?? currency)?.toUpperCase() ?? null
    delete values.currency
    const { amount, fault } = readAmount(values.amount ?? null, code)
    if (fault === null) values.amount = amount
    else leaveOut(values, { notes, unread }, 'amount', fault)
  },
}

const take = (
  values: Record<string, string | null>,
  reading: Pick<Reading, 'notes' | 'unread'>,
  field: string,
  code: string,
  read: (text: string) => string | null,
): void => {
  const text = values[field]
  if (text === null || text === undefined) return
  const value = read(text)
  if (value === null) leaveOut(values, reading, field, code)
  else values[field] = value
}

const leaveOut = (
  values: Record<string, string | null>,
  { notes, unread }: Pick<Reading, 'notes' | 'unread'>,
  field: string,
  code: string,
): void => {
  notes.push({ ...noted(field, code), said: values[field] ?? '' })
  unread.push(field)
  delete values[field]
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** `1200.5` and `EUR` are `120050 EUR`: the smallest unit. Digits beyond it are rounded. */
const readAmount = (
  text: string | null,
  currency: string | null,
): { readonly amount: string | null; readonly fault: string | null } => {
  if (text === null) return { amount: null, fault: null }
  const amount = Number(text)
  const fault = !Number.isFinite(amount)
    ? 'amount_invalid'
    : amount < 0
      ? 'amount_negative'
      : currency === null || !currencies.has(currency)
        ? 'currency_unknown'
        : null
  const minor = fault === null ? Math.round(amount * 10 ** exponentOf(currency as string)) : Number.NaN
  if (fault !== null || !Number.isSafeInteger(minor) || minor > mostMinor)
    return { amount: null, fault: fault ?? 'amount_invalid' }
  return { amount: `${minor} ${currency}`, fault: null }
}
