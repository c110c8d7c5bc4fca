/*
 * India's goods and services tax, as far as an invoice shows it. State codes: GSTN, "State code list", the first two digits of each GSTIN. Which
 * taxes a supply bears: Integrated Goods and Services Tax Act, 2017, sections 7 and 8; who has a territory's tax in place of a state's: Union
 * Territory Goods and Services Tax Act, 2017, section 2 (8).
 */

/** By code. 25 (Daman and Diu, since 2020 in 26) and 28 (Andhra Pradesh before 2014) are no place of today. */
export const gstPlaces = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '96': 'Outside India',
  '97': 'Other Territory',
} as const
export type GstPlace = keyof typeof gstPlaces

export const isGstPlace = (code: string): code is GstPlace => code in gstPlaces

export const outsideIndia: GstPlace = '96'

/** Territories with a tax of their own. Delhi, Puducherry and Jammu and Kashmir have legislatures, and a state's tax. */
const territories: readonly string[] = ['04', '26', '31', '35', '38', '97']

const replaced: Readonly<Record<string, GstPlace>> = { '25': '26', '28': '37' }

/** The place of a GSTIN, by its first two digits; null where these are none (99: those who serve India from abroad). */
export const placeOfGstin = (gstin: string): GstPlace | null => {
  const code = gstin.slice(0, 2)
  const current = replaced[code] ?? code
  return isGstPlace(current) ? current : null
}

/**
 * Whether it is a code of the Harmonised System of Nomenclature (goods: chapters 01 to 98, with 4, 6 or 8 digits) or of services (chapter 99,
 * with 6 digits): CGST Rules, rule 46 (g), and notification 78/2020 – Central Tax.
 */
export const isTaxCode = (code: string): boolean =>
  code.startsWith('99') ? /^\d{6}$/.test(code) : /^(?!00)(\d{4}|\d{6}|\d{8})$/.test(code)

export const taxPartKinds = ['igst', 'cgst', 'sgst', 'utgst'] as const
export type TaxPartKind = (typeof taxPartKinds)[number]

/** A part of the tax at one rate: `rate` in per cent, the sums in the smallest unit of the currency. */
export interface TaxPart {
  readonly kind: TaxPartKind
  readonly rate: string
  readonly base_minor: number
  readonly tax_minor: number
}

/**
 * What the tax at each rate is made of: integrated tax between states and abroad, else the central and the state's (or the territory's) tax at half the
 * rate each. The parts of a rate are its tax to the paisa: of an odd sum the central tax has the paisa more, as a half is rounded up. Nothing
 * for what is not taxed.
 */
export const splitTaxes = (
  taxes: readonly { readonly rate: string; readonly base_minor: number; readonly tax_minor: number }[],
  { supplier, place }: { readonly supplier: GstPlace | null; readonly place: GstPlace },
): TaxPart[] =>
  taxes
    .filter(({ tax_minor }) => tax_minor > 0)
    .flatMap(({ rate, base_minor, tax_minor }): TaxPart[] => {
      if (supplier !== place) return [{ kind: 'igst', rate, base_minor, tax_minor }]
      const central = Math.ceil(tax_minor / 2)
      const [half, ofPlace] = [halfOf(rate), territories.includes(place) ? ('utgst' as const) : ('sgst' as const)]
      return [
        { kind: 'cgst', rate: half, base_minor, tax_minor: central },
        { kind: ofPlace, rate: half, base_minor, tax_minor: tax_minor - central },
      ]
    })

/** Half of a decimal, to the digit: of `0.25` it is `0.125`. */
const halfOf = (rate: string): string => {
  const [whole = '', fraction = ''] = rate.split('.')
  const digits = String(BigInt(`${whole}${fraction}0`) / 2n).padStart(fraction.length + 2, '0')
  const point = digits.length - fraction.length - 1
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}
