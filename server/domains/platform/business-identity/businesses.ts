import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { CountryCode, shape } from '#shapes'
import { contrastOf, inkOn, readableOn } from '#shapes/colours.ts'
import { findSettings } from '../organizations/workspaces.ts'
import { logoPath } from './brands.ts'
import { BankNumbers, TaxNumbers } from './senders.ts'

export type BusinessRow = Selectable<Tables['business_identities']>

const Colour = shape('BusinessColour', {
  value: z.string().describe('#rrggbb'),
  contrast: z.number().describe('Against white, as WCAG 2 measures it: text needs 4.5'),
  ink: z.string().describe('Black or white: the text on it'),
  readable: z.string().describe('As text and lines on white it is shown so: darker, where the contrast is too small'),
})

/** Who the workspace is to its clients, as Settings shows it. */
export const Business = shape('Business', {
  trade_name: z.string().describe('The name of the workspace'),
  legal_name: z.string().nullable(),
  address: shape('BusinessAddress', {
    street: z.string().nullable().describe('Up to three lines'),
    postcode: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable().describe('State or province'),
    country: CountryCode.nullable().describe('Whose rules the invoices keep'),
  }),
  tax_numbers: TaxNumbers,
  registration: z.string().nullable().describe('Register and number, such as RCS Paris 303 265 045'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  bank: BankNumbers.describe('By kind; shown on invoices'),
  colour: Colour.nullable(),
  logo: shape('BusinessLogo', { id: z.uuid(), url: z.string(), width: z.int(), height: z.int() }).nullable(),
  footer: z.string().nullable().describe('At the foot of invoices and receipts'),
  timezone: z.string(),
  currency: z.string().nullable().describe('Of new invoices'),
})
export type Business = z.output<typeof Business>

export const findBusinessRow = (db: Db, orgId: string): Promise<BusinessRow | undefined> =>
  db.selectFrom('business_identities').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const showBusinessOf = async (db: Db, orgId: string, publicUrl: string): Promise<Business> => {
  const { name, time_zone, currency } = await findSettings(db, orgId)
  const row = await findBusinessRow(db, orgId)
  const logo = row?.logo_id
    ? await db
        .selectFrom('business_logos')
        .select(['id', 'width', 'height'])
        .where('org_id', '=', orgId)
        .where('id', '=', row.logo_id)
        .executeTakeFirstOrThrow()
    : null
  return {
    trade_name: name,
    legal_name: row?.legal_name ?? null,
    address: {
      street: row?.street ?? null,
      postcode: row?.postcode ?? null,
      city: row?.city ?? null,
      region: row?.region ?? null,
      country: row?.country ?? null,
    },
    tax_numbers: TaxNumbers.parse(row?.tax_numbers ?? {}),
    registration: row?.registration ?? null,
    email: row?.email ?? null,
    phone: row?.phone ?? null,
    website: row?.website ?? null,
    bank: BankNumbers.parse(row?.bank ?? {}),
    colour: row?.colour ? showColour(row.colour) : null,
    logo: logo && { ...logo, url: publicUrl + logoPath(orgId, logo.id) },
    footer: row?.footer ?? null,
    timezone: time_zone,
    currency,
  }
}

const showColour = (value: string): z.output<typeof Colour> => ({
  value,
  // Down, so that what is shown as enough is enough.
  contrast: Math.floor(contrastOf(value, '#ffffff') * 10) / 10,
  ink: inkOn(value),
  readable: readableOn(value, '#ffffff'),
})
