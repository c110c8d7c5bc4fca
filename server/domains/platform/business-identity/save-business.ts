import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { CountryCode } from '#shapes'
import {
  type BankNumberKind,
  bankNumberFault,
  bankNumberKinds,
  type NumberFault,
  type TaxNumberKind,
  taxNumberFault,
  taxNumberKinds,
  tidyNumber,
} from '#shapes/business-numbers.ts'
import { linesIn, tidyLine, tidyText } from '#shapes/letters.ts'
import { Currency } from '#shapes/money.ts'
import { readPhone } from '#shapes/phones.ts'
import { TimeZone } from '#shapes/zones.ts'
import { changeSettings } from '../organizations/settings-changes.ts'
import { Email } from '../users/users.ts'
import { Business, type BusinessRow, showBusinessOf } from './businesses.ts'
import { businessErrors } from './errors.ts'
import { BusinessFields, businessEvents } from './events.ts'
import { LogoId, lockLogo } from './logos.ts'
import { BankNumbers, TaxNumbers } from './senders.ts'

/** One line; empty is nothing. */
const line = (most: number) =>
  z
    .string()
    .overwrite(tidyLine)
    .trim()
    .max(most)
    .transform((text) => text || null)
    .nullish()
const lines = (most: number, rows: number) =>
  z
    .string()
    .overwrite(tidyText)
    .trim()
    .max(most)
    .refine((text) => linesIn(text) <= rows, `has more than ${rows} lines`)
    .transform((text) => text || null)
    .nullish()
const numbers = <Kind extends string>(kinds: readonly Kind[]) =>
  z.partialRecord(z.enum(kinds), z.string().max(60).overwrite(tidyNumber).nullable())

const Given = z.object({
  tradeName: z.string().overwrite(tidyLine).trim().min(1).max(255).optional().describe('The name of the workspace'),
  legalName: line(255),
  street: lines(500, 3),
  postcode: line(20),
  city: line(100),
  region: line(100).describe('State or province'),
  country: CountryCode.nullish(),
  taxNumbers: numbers(taxNumberKinds).optional().describe('By kind; null removes one'),
  registration: line(255),
  email: Email.nullish(),
  phone: z.string().trim().max(40).nullish().describe('With + and the country code, or as in the country of the address'),
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullish(),
  bank: numbers(bankNumberKinds).optional().describe('By kind; null removes one'),
  colour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a color such as #2563eb')
    .nullish()
    .describe('#rrggbb'),
  logoId: LogoId.nullish(),
  footer: lines(1_000, 8),
  timezone: TimeZone.optional(),
  currency: Currency.nullish().describe('Of new invoices'),
})

export const saveBusiness = action({
  name: 'save-business',
  summary: 'Save the business details',
  description:
    'Omitted fields keep their values; `null` clears one. Numbers are checked by their form and their check digits, not whether they are registered. Invoices that were sent keep the details of their time. A character that no PDF font has is rejected and named.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'business:write',
  input: Given,
  output: z.object({ success: z.literal(true), business: Business }),
  errors: [
    transportErrors.bad_request,
    businessErrors.business_number_invalid,
    businessErrors.logo_not_found,
    transportErrors.letter_without_font,
  ],
  examples: [
    {
      title: 'A studio in Paris',
      input: {
        legalName: 'Rao Studio Interiors SARL',
        street: '27 Rue du Faubourg Saint-Antoine',
        postcode: '75011',
        city: 'Paris',
        country: 'FR',
        taxNumbers: { vat: 'FR 40 303 265 045' },
        colour: '#1f5f4c',
      },
    },
  ],

  async run(input, { org, db, emit, now, ports, settings }) {
    const { tradeName, timezone, currency, taxNumbers, bank, logoId, legalName, phone, email, ...plain } = input
    checkLetters(ports.documents.coverage(), {
      tradeName,
      legalName,
      ...Object.fromEntries(
        (['street', 'postcode', 'city', 'region', 'registration', 'footer'] as const).map((field) => [field, plain[field]]),
      ),
      ...(taxNumbers?.other ? { 'taxNumbers.other': taxNumbers.other } : {}),
    })
    if (logoId) await lockLogo(db, org.id, logoId)
    await changeSettings(db, org.id, {
      ...(tradeName !== undefined && { name: tradeName }),
      ...(timezone !== undefined && { time_zone: timezone }),
      ...(currency !== undefined && { currency }),
    })
    await db
      .insertInto('business_identities')
      .values({ org_id: org.id })
      .onConflict((one) => one.doNothing())
      .execute()
    const before = await db
      .selectFrom('business_identities')
      .selectAll()
      .where('org_id', '=', org.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const country = plain.country === undefined ? before.country : plain.country
    const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
    const after = await db
      .updateTable('business_identities')
      .set({
        ...given,
        ...(legalName !== undefined && { legal_name: legalName }),
        ...(email !== undefined && { email: email || null }),
        ...(phone !== undefined && { phone: phoneOf(phone, country) }),
        ...(logoId !== undefined && { logo_id: logoId }),
        tax_numbers: JSON.stringify(
          withNumbers(TaxNumbers.parse(before.tax_numbers), taxNumbers, 'taxNumbers', (kind: TaxNumberKind, number) =>
            taxNumberFault(kind, number, country),
          ),
        ),
        bank: JSON.stringify(
          withNumbers(BankNumbers.parse(before.bank), bank, 'bank', (kind: BankNumberKind, number) =>
            bankNumberFault(kind, number),
          ),
        ),
        updated_at: sql`${now()}`,
      })
      .where('org_id', '=', org.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(businessEvents.changed, org.id, changedFields(fieldsOf(before), fieldsOf(after)))
    return { success: true as const, business: await showBusinessOf(db, org.id, settings.publicUrl) }
  },
})

const fieldsOf = (row: BusinessRow): z.output<typeof BusinessFields> =>
  BusinessFields.parse({ ...row, bank_kinds: Object.keys(BankNumbers.parse(row.bank)).toSorted() })

const phoneOf = (phone: string | null, country: string | null): string | null => {
  if (!phone) return null
  const read = readPhone(phone, country)
  if (!read)
    throw new Failure('bad_request', {
      field: 'phone',
      message: 'phone is not a phone number: write it with + and the country code',
    })
  return read.e164
}

/** The numbers as they will be; throws for one that cannot be right. */
const withNumbers = <Kind extends string>(
  before: Readonly<Partial<Record<Kind, string>>>,
  given: Readonly<Partial<Record<Kind, string | null>>> | undefined,
  field: string,
  faultOf: (kind: Kind, number: string) => NumberFault | null,
): Record<string, string> => {
  const after = Object.entries<string | null | undefined>({ ...before, ...given }).filter((entry): entry is [Kind, string] =>
    Boolean(entry[1]),
  )
  for (const [kind, number] of after) {
    const fault = given?.[kind] === undefined ? null : faultOf(kind, number)
    if (fault) {
      const says = fault.fault === 'form' ? 'does not have the form of such a number' : 'has a wrong check digit'
      throw new Failure(businessErrors.business_number_invalid, {
        field: `${field}.${kind}`,
        message: `${field}.${kind} ${says}; compare it with ${fault.example}`,
      })
    }
  }
  return Object.fromEntries(after)
}
