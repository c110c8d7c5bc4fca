import { euCountries } from '#shapes/business-numbers.ts'

/*
 * What an invoice must say, by the law of the country that its sender is in. Data, each row with its source; read in November 2026. It holds what can be
 * missing from an invoice of Foyer: the date, the number, the lines, their rates and the sums are always there. It is no advice: a business may be under
 * rules of its own (small businesses, margin schemes), so what is missing can be sent all the same once a person says so.
 */

/** Where something is filled in. */
export const requirementPlaces = ['business', 'invoice', 'numbering'] as const

/** What can be missing. */
export const requirementFields = [
  ...['country', 'legal_name', 'street', 'city', 'postcode', 'registration'],
  ...['tax_numbers', 'vat', 'gstin', 'label'],
  ...['client_address', 'client_tax_number', 'client_vat', 'place_of_supply', 'tax_code'],
] as const

/** As much of an invoice as the rules look at. */
export interface Judged {
  readonly isTaxed: boolean
  readonly isReverseCharge: boolean
  /** Kept for businesses: the client has a tax number. */
  readonly hasClientNumber: boolean
  /** From India to another country. */
  readonly isExport: boolean
  readonly currency: string
  readonly totalMinor: number
}

export interface CountryRule {
  readonly field: (typeof requirementFields)[number]
  readonly place: (typeof requirementPlaces)[number]
  /** Left out: always. */
  readonly when?: (judged: Judged) => boolean
  readonly source: string
}

const isTaxable = ({ isTaxed, isReverseCharge }: Judged): boolean => isTaxed || isReverseCharge
/** Above a bound of the country's own currency; in another one always. */
const above =
  (currency: string, mostMinor: number) =>
  (judged: Judged): boolean =>
    judged.currency !== currency || judged.totalMinor > mostMinor

const senderOf = (source: string): readonly CountryRule[] => [
  { field: 'legal_name', place: 'business', source },
  { field: 'street', place: 'business', source },
  { field: 'city', place: 'business', source },
]

/** Council Directive 2006/112/EC on VAT, https://eur-lex.europa.eu/eli/dir/2006/112/oj */
const europeanUnion: readonly CountryRule[] = [
  ...senderOf('2006/112/EC, Art. 226 (5)'),
  { field: 'vat', place: 'business', when: isTaxable, source: '2006/112/EC, Art. 226 (3)' },
  // A simplified invoice up to 100 euros needs no client (Art. 220a, 226b).
  {
    field: 'client_address',
    place: 'invoice',
    when: (judged) => isTaxable(judged) && (judged.isReverseCharge || above('EUR', 100_00)(judged)),
    source: '2006/112/EC, Art. 226 (5)',
  },
  // The number under which the client owes the tax; no other number of theirs will do (Art. 214). Who owes it is written on the invoice, as (11a) says.
  {
    field: 'client_vat',
    place: 'invoice',
    when: (judged) => judged.isReverseCharge,
    source: '2006/112/EC, Art. 226 (4)',
  },
]

/** What members of the EU ask for beyond the directive. */
const ofMembers: Readonly<Record<string, readonly CountryRule[]>> = {
  DE: [
    // https://www.gesetze-im-internet.de/ustg_1980/__14.html; up to 250 euros by UStDV § 33.
    { field: 'tax_numbers', place: 'business', when: above('EUR', 250_00), source: 'UStG § 14 (4) Nr. 2' },
    { field: 'postcode', place: 'business', source: 'UStG § 14 (4) Nr. 1' },
  ],
  FR: [
    // https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000038792242: the number of the register, and where it is kept.
    { field: 'registration', place: 'business', source: 'Code de commerce, Art. R123-237' },
  ],
  // Real Decreto 1619/2012, https://www.boe.es/buscar/act.php?id=BOE-A-2012-14696: the NIF of the sender, taxed or not.
  ES: [{ field: 'vat', place: 'business', source: 'RD 1619/2012, Art. 6.1 c)' }],
  // DPR 633/1972: the partita IVA, taxed or not.
  IT: [{ field: 'vat', place: 'business', source: 'DPR 633/1972, Art. 21 (2) d)' }],
}

/** By ISO 3166-1. A country without a row asks for nothing that we know. */
export const rulesOf = (country: string): readonly CountryRule[] => {
  if (euCountries.includes(country)) return [...europeanUnion, ...(ofMembers[country] ?? [])]
  return elsewhere[country] ?? []
}

const elsewhere: Readonly<Record<string, readonly CountryRule[]>> = {
  GB: [
    // https://www.gov.uk/invoicing-and-taking-payment-from-customers/invoices-what-they-must-include
    ...senderOf('GOV.UK, Invoices: what they must include'),
    // https://www.gov.uk/guidance/record-keeping-for-vat-notice-70021: full VAT invoices; up to 250 pounds, section 16.6 asks for no client.
    { field: 'vat', place: 'business', when: isTaxable, source: 'VAT Notice 700, 16.3' },
    { field: 'client_address', place: 'invoice', when: above('GBP', 250_00), source: 'VAT Notice 700, 16.3' },
    { field: 'client_tax_number', place: 'invoice', when: (judged) => judged.isReverseCharge, source: 'VAT Notice 735, 10' },
  ],
  IN: [
    // Central Goods and Services Tax Rules, 2017, https://cbic-gst.gov.in/gst-acts.html
    ...senderOf('CGST Rules, Rule 46 (a)'),
    { field: 'gstin', place: 'business', when: isTaxable, source: 'CGST Rules, Rule 46 (a)' },
    // At most 16 signs: letters, digits, - and /.
    { field: 'label', place: 'numbering', when: isTaxable, source: 'CGST Rules, Rule 46 (b)' },
    // Of a registered client and one abroad always, of another one from 50,000 rupees.
    {
      field: 'client_address',
      place: 'invoice',
      when: (judged) => judged.hasClientNumber || judged.isExport || above('INR', 49_999_99)(judged),
      source: 'CGST Rules, Rule 46 (d), (e)',
    },
    // How many digits, and that a turnover of up to 5 crore rupees needs none towards unregistered clients, says notification 78/2020 – Central Tax.
    { field: 'tax_code', place: 'invoice', when: isTaxable, source: 'CGST Rules, Rule 46 (g)' },
    // Without it nothing says whether the tax is integrated (IGST Act, sections 7 and 8).
    { field: 'place_of_supply', place: 'invoice', when: isTaxable, source: 'CGST Rules, Rule 46 (m), (n)' },
    {
      field: 'client_tax_number',
      place: 'invoice',
      when: (judged) => judged.isReverseCharge,
      source: 'CGST Rules, Rule 46 (d)',
    },
  ],
  // No federal law says what an invoice must hold; sales tax is the states'. The IRS wants records, not a form (Publication 583).
  US: [],
}
