import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice, extension, shape } from '#shapes'
import { isTaxCode, taxPartKinds } from '#shapes/gst.ts'
import { documentBounds, linesIn, tidyText } from '#shapes/letters.ts'
import { AmountMinor, mostMinor } from '#shapes/money.ts'
import { invoiceErrors } from './errors.ts'

export const mostLines = 100

export type LineRow = Selectable<Tables['invoice_lines']>

/** A number with at most three digits behind the point, as text or as a number: digits are read, never calculated with as floats. */
const decimal = (wholeDigits: number, what: string) =>
  z
    .union([z.string().trim(), z.number()])
    .transform(String)
    .refine((text) => new RegExp(`^\\d{1,${wholeDigits}}(\\.\\d{1,3})?$`).test(text), `is not ${what}`)

const Quantity = decimal(9, 'a number above 0 with at most three decimal places').refine(
  (text) => thousandths(text) > 0n,
  'is not a number above 0',
)
const TaxRate = decimal(3, 'a percentage with at most three decimal places').refine(
  (text) => thousandths(text) <= 100_000n,
  'is more than 100 %',
)

/** Text of several lines, within what a document holds. */
export const written = (what: Exclude<keyof typeof documentBounds, 'descriptions'>) => {
  const { characters, lines } = documentBounds[what]
  return z
    .string()
    .overwrite(tidyText)
    .trim()
    .max(characters)
    .refine((text) => linesIn(text) <= lines, `has more than ${lines} lines`)
}

/** What is said of lines that are more to read than a document holds; null where they are not. */
export const describedTooMuch = (lines: readonly { readonly description: string }[]): string | null => {
  const most = documentBounds.descriptions
  if (lines.reduce((sum, { description }) => sum + description.length, 0) > most.characters)
    return `have more than ${most.characters} characters in total`
  if (lines.reduce((sum, { description }) => sum + linesIn(description), 0) > most.lines)
    return `have more than ${most.lines} lines of text in total`
  return null
}

/** A line as a person writes it. `unitMinor` in the currency's smallest unit, without tax; `taxRate` in per cent, 0 when left out. */
export const WrittenLine = z.object({
  description: written('description').min(1),
  quantity: Quantity,
  unitMinor: AmountMinor,
  taxRate: TaxRate.default('0'),
})
export type WrittenLine = z.output<typeof WrittenLine>

/** The same on an invoice, with the code that its tax goes by in India. */
const WrittenInvoiceLine = shape('NewInvoiceLine', {
  ...WrittenLine.shape,
  taxCode: z
    .string()
    .trim()
    .refine(isTaxCode, 'is not an HSN code of 4, 6 or 8 digits or a SAC of 6 that begins with 99')
    .nullish()
    .describe('HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)'),
})
export const WrittenLines = z
  .array(WrittenInvoiceLine)
  .min(1)
  .max(mostLines)
  .superRefine((lines, context) => {
    const message = describedTooMuch(lines)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** A line with what it comes to. */
export const PricedLine = shape('PricedInvoiceLine', {
  description: z.string(),
  quantity: z.string().describe('A decimal, such as 1.5'),
  unit_minor: z.int().describe('Excluding tax, in the smallest unit of the currency'),
  tax_rate: z.string().describe('Percent, such as 19'),
  amount_minor: z.int().describe('Quantity × unit price, rounded half up, excluding tax'),
  tax_minor: z.int().describe('Tax on the amount, rounded half up'),
})
/** As it stands on an invoice. */
export const CodedLine = extension('CodedInvoiceLine', PricedLine, {
  tax_code: z.string().nullable().describe('HSN or SAC code, in India'),
})
export const Line = extension('InvoiceLine', CodedLine, { id: z.uuid() })

/** What is due of one tax rate. */
export const Tax = shape('InvoiceTax', { rate: z.string().describe('Percent'), base_minor: z.int(), tax_minor: z.int() })

export const TaxPart = shape('InvoiceTaxPart', {
  kind: choice('InvoiceTaxPartKind', taxPartKinds).describe(
    'Integrated, central, state or union territory tax of India (IGST, CGST, SGST, UTGST)',
  ),
  rate: z.string().describe('Percent: of the central and the state’s tax half the rate of the line each'),
  base_minor: z.int(),
  tax_minor: z.int(),
})
export const TaxParts = z
  .array(TaxPart)
  .describe(
    'What each tax is made of, by the law of India; they add up to `tax_minor`, and the central tax has the odd paisa. Empty without a place of supply, or where the sender has no GSTIN',
  )

export const Totals = z.object({
  subtotal_minor: z.int().describe('Sum of the lines, excluding tax'),
  tax_minor: z.int(),
  total_minor: z.int(),
})

export const Priced = Totals.extend({ lines: z.array(PricedLine), taxes: z.array(Tax) })

/**
 * What lines come to: each amount and each tax is rounded once, half up, to the smallest unit, and every sum is a sum of
 * rounded parts, so that what a reader adds up is what stands below. Throws `invoice_too_large` beyond the most of money.ts.
 */
export const priceLines = (written: readonly WrittenLine[]): z.output<typeof Priced> => {
  const lines = written.map((line) => {
    const amount = halfUp(thousandths(line.quantity) * BigInt(line.unitMinor), 1_000n)
    const tax = halfUp(amount * thousandths(line.taxRate), 100_000n)
    return {
      description: line.description,
      quantity: plainDecimal(line.quantity),
      unit_minor: line.unitMinor,
      tax_rate: plainDecimal(line.taxRate),
      amount_minor: asMinor(amount),
      tax_minor: asMinor(tax),
    }
  })
  return { lines, taxes: sumTaxes(lines), ...sumLines(lines) }
}

const sumLines = (lines: readonly { amount_minor: number; tax_minor: number }[]): z.output<typeof Totals> => {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.amount_minor), 0n)
  const tax = lines.reduce((sum, line) => sum + BigInt(line.tax_minor), 0n)
  return { subtotal_minor: asMinor(subtotal), tax_minor: asMinor(tax), total_minor: asMinor(subtotal + tax) }
}

/** Rate by rate, the highest first. */
export const sumTaxes = (
  lines: readonly { tax_rate: string; amount_minor: number; tax_minor: number }[],
): z.output<typeof Tax>[] =>
  [...Map.groupBy(lines, ({ tax_rate }) => plainDecimal(tax_rate))]
    .map(([rate, same]) => ({
      rate,
      base_minor: same.reduce((sum, line) => sum + line.amount_minor, 0),
      tax_minor: same.reduce((sum, line) => sum + line.tax_minor, 0),
    }))
    .sort((a, b) => Number(thousandths(b.rate) - thousandths(a.rate)))

const asMinor = (amount: bigint): number => {
  if (amount > BigInt(mostMinor)) throw new Failure(invoiceErrors.invoice_too_large, { field: 'lines' })
  return Number(amount)
}

/** Nothing here is below zero, so half up is half away from zero. */
const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** `1.5` as 1500n. */
const thousandths = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return /^\d*$/.test(whole + fraction) ? BigInt(whole) * 1_000n + BigInt(fraction.padEnd(3, '0')) : 0n
}

/** Without zeros that say nothing: `2.500` as `2.5`. */
export const plainDecimal = (text: string): string => {
  const all = thousandths(text)
  const fraction = String(all % 1_000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(all / 1_000n) : `${all / 1_000n}.${fraction}`
}

/** Priced lines with the codes that were written with them. */
export const withTaxCodes = (
  priced: readonly z.output<typeof PricedLine>[],
  written: z.output<typeof WrittenLines>,
): z.output<typeof CodedLine>[] => priced.map((line, at) => ({ ...line, tax_code: written[at]?.taxCode ?? null }))

/** Puts these lines in the place of those that an invoice has. */
export const replaceLines = async (
  db: Db,
  orgId: string,
  invoiceId: string,
  lines: readonly (z.output<typeof PricedLine> & { readonly tax_code?: string | null })[],
): Promise<void> => {
  await db.deleteFrom('invoice_lines').where('org_id', '=', orgId).where('invoice_id', '=', invoiceId).execute()
  await db
    .insertInto('invoice_lines')
    .values(lines.map((line, index) => ({ org_id: orgId, id: newId(), invoice_id: invoiceId, position: index + 1, ...line })))
    .execute()
}

export const findLines = async (db: Db, orgId: string, invoiceId: string): Promise<z.output<typeof Line>[]> => {
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['id', 'description', 'unit_minor', 'amount_minor', 'tax_minor', 'tax_code'])
    .select([sql<string>`quantity::text`.as('quantity'), sql<string>`tax_rate::text`.as('tax_rate')])
    .where('org_id', '=', orgId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, quantity: plainDecimal(row.quantity), tax_rate: plainDecimal(row.tax_rate) }))
}
