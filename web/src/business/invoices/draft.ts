import { exponentOf, mostMinor, plainAmount } from '#shapes/amounts.ts'
import { isTaxCode } from '#shapes/gst.ts'
import { type Coverage, documentBounds, linesIn, tidyText } from '#shapes/letters.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import type { Input, Invoice, NewInvoiceLine } from '#web/wire.ts'
import { unshownLetter } from './letters.ts'
import { strings } from './strings.ts'
import { readAmount, readNumber, type TypedFault } from './typed.ts'
import { trimmed, writeNumber } from './write-number.ts'

/** A line as it stands in the form: what was typed, not yet what it means. */
export interface LineDraft {
  /** For React and the focus alone. */
  readonly key: string
  readonly description: string
  /** HSN or SAC, in India. */
  readonly code: string
  readonly quantity: string
  readonly unit: string
  readonly tax: string
}

export interface Draft {
  readonly clientName: string
  readonly clientEmail: string
  readonly clientAddress: string
  readonly clientTaxNumber: string
  readonly isReverseCharge: boolean
  /** GST code of a state; empty: none. */
  readonly placeOfSupply: string
  readonly contactId: string | null
  readonly currency: string
  readonly lines: readonly LineDraft[]
  readonly dueOn: string
  readonly note: string
  readonly locale: string
}

/** What is wrong, by the name of the field as the wire has it: `lines.0.unitMinor`. */
export type Faults = Readonly<Record<string, string>>

type Fields = Input<'create-invoice'>

/** The columns of a line, and what the wire calls them. */
export const wireNames = new Map([
  ['description', 'description'],
  ['code', 'taxCode'],
  ['quantity', 'quantity'],
  ['unit', 'unitMinor'],
  ['tax', 'taxRate'],
] as const)
export type Column = Exclude<keyof LineDraft, 'key'>

let keys = 0
export const newLine = (line: Partial<LineDraft> = {}): LineDraft => ({
  description: '',
  code: '',
  quantity: '1',
  unit: '',
  tax: '',
  ...line,
  key: `line-${++keys}`,
})

/** Nothing was written in it but what it began with. */
export const isBlank = (line: LineDraft): boolean => line.description.trim() === '' && line.unit.trim() === ''

/** A saved draft as it is typed here. */
export const draftOf = (invoice: Invoice): Draft => ({
  clientName: invoice.client_name,
  clientEmail: invoice.client_email,
  clientAddress: invoice.client_address ?? '',
  clientTaxNumber: invoice.client_tax_number ?? '',
  isReverseCharge: invoice.reverse_charge,
  placeOfSupply: invoice.place_of_supply ?? '',
  contactId: invoice.contact_id,
  currency: invoice.currency,
  lines: invoice.lines.map((line) =>
    newLine({
      description: line.description,
      code: line.tax_code ?? '',
      quantity: writeNumber(trimmed(line.quantity), typedSeparators),
      unit: writeAmount(line.unit_minor, invoice.currency),
      tax: trimmed(line.tax_rate) === '0' ? '' : writeNumber(trimmed(line.tax_rate), typedSeparators),
    }),
  ),
  dueOn: invoice.due_on ?? '',
  note: invoice.note ?? '',
  locale: invoice.locale,
})

/** An amount as it is typed: grouped, with all digits of the currency, without its sign. */
export const writeAmount = (amountMinor: number, currency: string): string =>
  writeNumber(plainAmount(amountMinor, currency), typedSeparators)

/** What was typed as the wire takes it, or what is wrong with it. Blank lines at the end are no lines. */
export const readDraft = (draft: Draft): { readonly fields: Fields; readonly faults: Faults } => {
  const faults: Record<string, string> = {}
  if (draft.clientName.trim() === '') faults.clientName = strings.nameMissing
  if (draft.clientEmail.trim() === '') faults.clientEmail = strings.emailMissing
  else if (!/^[^\s@]+@[^\s@]+$/.test(draft.clientEmail.trim())) faults.clientEmail = strings.emailInvalid
  const written = withoutBlankEnd(draft.lines)
  const lines = written.map((line, at): NewInvoiceLine => {
    const read = readLine(line, draft.currency)
    for (const [field, fault] of Object.entries(read.faults)) faults[`lines.${at}.${field}`] = fault
    return read.line
  })
  if (draft.isReverseCharge && lines.some(({ taxRate }) => Number(taxRate) > 0)) faults.reverseCharge = strings.reverseTaxed
  return {
    faults,
    fields: {
      clientName: draft.clientName.trim(),
      clientEmail: draft.clientEmail.trim(),
      clientAddress: draft.clientAddress.trim() || null,
      clientTaxNumber: draft.clientTaxNumber.trim() || null,
      reverseCharge: draft.isReverseCharge,
      placeOfSupply: draft.placeOfSupply || null,
      contactId: draft.contactId,
      currency: draft.currency,
      lines,
      dueOn: draft.dueOn || null,
      note: draft.note.trim() || null,
      locale: draft.locale,
    },
  }
}

/** What the PDF could not show, by field: letters that no font has, and more lines than there is room for. */
export const unshownIn = (draft: Draft, coverage: Coverage | null): Faults => {
  const faults: Record<string, string> = {}
  const look = (field: string, text: string, mostLines?: number): void => {
    const unshown = unshownLetter(text, coverage)
    if (unshown !== undefined) faults[field] = unshown
    else if (mostLines !== undefined && linesIn(tidyText(text).trim()) > mostLines)
      faults[field] = strings.tooManyLines(mostLines)
  }
  look('clientName', draft.clientName)
  look('clientEmail', draft.clientEmail)
  look('clientAddress', draft.clientAddress, documentBounds.clientAddress.lines)
  for (const [at, { description }] of draft.lines.entries())
    look(`lines.${at}.description`, description, documentBounds.description.lines)
  look('note', draft.note, documentBounds.note.lines)
  return faults
}

/** The lines that can be priced already, by their places in the form; null while there is none. */
export const priceable = (
  draft: Draft,
): { readonly places: readonly number[]; readonly input: Input<'price-invoice'> } | null => {
  const read = draft.lines.map((line) => readLine(line, draft.currency))
  const places = read.flatMap(({ faults }, at) =>
    Object.keys(faults).some((field) => field !== 'description' && field !== 'taxCode') ? [] : [at],
  )
  if (places.length === 0) return null
  const lines = places.map((at) => {
    const { line } = read[at] as { line: NewInvoiceLine }
    // What it is called changes no price, and a price need not wait for it.
    return { ...line, description: '-', taxCode: null }
  })
  return { places, input: { currency: draft.currency, lines, placeOfSupply: draft.placeOfSupply || null } }
}

/** A line as the wire takes it, and what is wrong with it. */
export const readLine = (line: LineDraft, currency: string): { readonly line: NewInvoiceLine; readonly faults: Faults } => {
  const exponent = exponentOf(currency)
  const quantity = readNumber(line.quantity, 3, typedSeparators)
  const unit = readAmount(line.unit, exponent, mostMinor, typedSeparators)
  const tax = line.tax.trim() === '' ? { number: '0' } : readNumber(line.tax, 3, typedSeparators)
  const faults: Record<string, string> = {}
  if (line.description.trim() === '') faults.description = strings.descriptionMissing
  const code = line.code.replaceAll(/\s/g, '')
  if (code !== '' && !isTaxCode(code)) faults.taxCode = strings.taxCodeWrong
  if ('fault' in quantity)
    faults.quantity = quantity.fault === 'empty' ? strings.quantityMissing : numberFault(quantity.fault, 3)
  else if (Number(quantity.number) === 0) faults.quantity = strings.quantityZero
  if ('fault' in unit)
    faults.unitMinor = unit.fault === 'empty' ? strings.priceMissing : numberFault(unit.fault, exponent, currency)
  if ('fault' in tax) faults.taxRate = numberFault(tax.fault, 3)
  else if (Number(tax.number) > 100) faults.taxRate = strings.taxTooMuch
  return {
    faults,
    line: {
      description: line.description.trim(),
      quantity: 'fault' in quantity ? '1' : quantity.number,
      unitMinor: 'fault' in unit ? 0 : unit.amountMinor,
      taxRate: 'fault' in tax ? '0' : tax.number,
      taxCode: code || null,
    },
  }
}

const numberFault = (fault: TypedFault, digits: number, currency?: string): string => {
  if (fault === 'digits')
    return currency === undefined ? strings.tooManyDigits(digits) : strings.tooManyDigitsOf(currency, digits)
  return fault === 'most' ? strings.tooMuch : strings.notANumber
}

/** What a number in a field means, written out again, to show how it was parsed. */
export const tidyLine = (line: LineDraft, currency: string): LineDraft => {
  const quantity = readNumber(line.quantity, 3, typedSeparators)
  const unit = readAmount(line.unit, exponentOf(currency), mostMinor, typedSeparators)
  const tax = readNumber(line.tax, 3, typedSeparators)
  return {
    ...line,
    ...('number' in quantity && { quantity: writeNumber(quantity.number, typedSeparators) }),
    ...('amountMinor' in unit && { unit: writeAmount(unit.amountMinor, currency) }),
    ...('number' in tax && { tax: writeNumber(tax.number, typedSeparators) }),
  }
}

const withoutBlankEnd = (lines: readonly LineDraft[]): readonly LineDraft[] => {
  const last = lines.findLastIndex((line) => !isBlank(line))
  return lines.slice(0, Math.max(last + 1, 1))
}

/** Whether there are unsaved changes. Keys of lines do not count. */
export const isSame = (a: Draft, b: Draft): boolean => plainOf(a) === plainOf(b)
const plainOf = ({ lines, ...rest }: Draft): string => JSON.stringify([rest, lines.map(({ key: _, ...line }) => line)])
