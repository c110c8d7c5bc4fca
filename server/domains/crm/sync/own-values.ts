import type { CrmEntity, CrmField } from '#ports/crm.ts'
import { exponentOf } from '#shapes/money.ts'
import type { Field } from '../fields/fields.ts'
import { type Known, readValue } from '../fields/read-values.ts'
import { between, textOf } from '../fields/synced-values.ts'
import type { PlainRecordKind } from '../records/records.ts'

/** What a kind of record of a CRM is among the kinds that have fields of the workspace's own. */
export const fieldKindOf = { companies: 'company', contacts: 'contact', deals: 'deal' } as const satisfies Record<
  CrmEntity,
  PlainRecordKind
>

/** `120050 EUR` is `1200.50`. */
export const decimalOf = (text: string): string => {
  const [minor = '0', currency = ''] = text.split(' ')
  const digits = exponentOf(currency)
  const isNegative = minor.startsWith('-')
  const padded = minor.replace('-', '').padStart(digits + 1, '0')
  const plain = digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
  return isNegative ? `-${plain}` : plain
}

/** The words that people see for what is chosen in a field of a CRM; its programs may have numbers for them. */
export const wordsOf = (text: string, described: Pick<CrmField, 'type' | 'options'> | undefined): string => {
  if (!described || described.options.length === 0) return text
  const labels = new Map(described.options.map(({ value, label }) => [value, label]))
  const parts = described.type === 'choices' ? text.split(';').map((part) => part.trim()) : [text]
  return parts.map((part) => labels.get(part) ?? part).join(between)
}

/**
 * What a CRM is told of a field of the workspace's own: its options by the names that its programs have for them, amounts without their
 * currency. Undefined: it has no such option.
 */
export const sayOwnField = (text: string | null, described: CrmField | undefined): string | null | undefined => {
  if (described?.type === 'yes_no') return text ?? 'false'
  if (text === null) return null
  if (described?.type === 'number') return / [A-Z]{3}$/.test(text) ? decimalOf(text) : text
  if (!described || described.options.length === 0) return text
  const names = described.type === 'choices' ? text.split(between) : [text]
  const values = names.map((name) => described.options.find(({ value, label }) => label === name || value === name)?.value)
  return values.every((value) => value !== undefined) ? values.join(';') : undefined
}

/** What a CRM says for a field of the workspace's own, in the one form in which it is compared; or what is wrong with it. */
export const readForOwnField = (
  field: Field,
  text: string,
  described: CrmField | undefined,
  people: Known['people'],
): { readonly text: string | null } | { readonly fault: string } => {
  const known: Known = { people, kept: new Set() }
  const labels = new Map((described?.options ?? []).map(({ value, label }) => [value, label]))
  const several = described?.type === 'choices'
  const parts = several
    ? text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean)
    : [text]
  const said = parts.map((part) => labels.get(part) ?? part)
  const isList = field.type === 'choices'
  const read = readValue(field, isList ? said : said.join('; '), known)
  // A choice here may be called as the CRM's programs call it.
  const found = 'fault' in read && labels.size > 0 ? readValue(field, isList ? parts : parts.join('; '), known) : read
  return 'fault' in found ? { fault: 'fault' in read ? read.fault : found.fault } : { text: textOf(field, found.rows, people) }
}
