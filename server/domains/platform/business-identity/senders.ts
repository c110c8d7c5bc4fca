import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { bankNumberKinds, taxNumberKinds } from '#shapes/business-numbers.ts'

export const TaxNumbers = z.partialRecord(choice('TaxNumberKind', taxNumberKinds), z.string()).describe('By kind')
export type TaxNumbers = z.output<typeof TaxNumbers>
export const BankNumbers = z.partialRecord(choice('BankNumberKind', bankNumberKinds), z.string()).describe('By kind')
export type BankNumbers = z.output<typeof BankNumbers>

const kept = z.string().nullable().default(null)

/**
 * Who sends an invoice, as it is written on it and kept with it: what is changed in Settings later changes none that was sent. One from before there
 * were such details has a name and nothing else.
 */
export const Sender = shape('Sender', {
  name: z.string().describe('The name of the workspace'),
  legal_name: kept,
  street: kept,
  postcode: kept,
  city: kept,
  region: kept,
  country: kept,
  tax_numbers: TaxNumbers.default({}),
  registration: kept,
  email: kept,
  phone: kept,
  website: kept,
  bank: BankNumbers.default({}),
  colour: kept,
  footer: kept,
})
export type Sender = z.output<typeof Sender>

/** The sender as Settings has it now, and the logo. */
export const findSender = async (
  db: Db,
  orgId: string,
): Promise<{ readonly sender: Sender; readonly logoId: string | null }> => {
  const row = await db
    .selectFrom('orgs as o')
    .leftJoin('business_identities as b', 'b.org_id', 'o.org_id')
    .select('o.name')
    .select(['b.legal_name', 'b.street', 'b.postcode', 'b.city', 'b.region', 'b.country', 'b.tax_numbers', 'b.registration'])
    .select(['b.email', 'b.phone', 'b.website', 'b.bank', 'b.colour', 'b.footer', 'b.logo_id'])
    .where('o.org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { logo_id: logoId, tax_numbers, bank, ...rest } = row
  return {
    sender: { ...rest, tax_numbers: TaxNumbers.parse(tax_numbers ?? {}), bank: BankNumbers.parse(bank ?? {}) },
    logoId,
  }
}

/** The address as it is written on a letter, line by line; the country in the reader's language. */
export const addressLines = (
  sender: Pick<Sender, 'street' | 'postcode' | 'city' | 'region' | 'country'>,
  locale: string,
): string[] => {
  const { street, postcode, city, region, country } = sender
  // Where the postcode stands behind the city: after the custom of the country (Universal Postal Union).
  const isBehind = country !== null && ['GB', 'US', 'IN', 'AU', 'CA', 'IE', 'NZ', 'SG'].includes(country)
  const place = (isBehind ? [[city, region].filter(Boolean).join(', '), postcode] : [postcode, city]).filter(Boolean).join(' ')
  const named = country === null ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
  return [...(street?.split('\n') ?? []), place, isBehind ? null : region, named].filter((line): line is string =>
    Boolean(line),
  )
}

/** `+33 1 99 00 12 47`: in the groups of its country. */
export const sayPhone = (e164: string): string => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164

/** `acme.example` of `https://www.acme.example/`. */
export const shortAddress = (address: string): string => address.replace(/^https?:\/\/(www\.)?|\/$/g, '')

/** The texts of a sender that a document prints as they were typed. */
export const printedTexts = ({ name, legal_name, street, city, region, registration, footer }: Sender) => ({
  workspace: name,
  ...{ legal_name, street, city, region, registration, footer },
})
