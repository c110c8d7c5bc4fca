import { isLuhn, isMod11And10, isMod97, restOf, weighted } from './check-digits.ts'

/*
 * VAT identification numbers, by their prefix. The shapes are those of the VIES FAQ, question 11
 * (https://ec.europa.eu/taxation_customs/vies/#/faq); Great Britain: HMRC, VATREG "VAT registration numbers"; Switzerland: eCH-0097.
 * Check digits where the country has published them, or its tax office's own forms check them; a person's number in place of a company's
 * (Bulgaria, Czechia, Latvia, Spain) is checked by its shape alone. Whether a number is registered says VIES, not this.
 */

export interface VatRule {
  readonly shape: RegExp
  /** What a reader can compare with; it has the right check digits. */
  readonly example: string
  /** Of the part behind the prefix; absent where the shape is all that is published. */
  readonly check?: (number: string) => boolean
}

const last = (number: string): number => Number(number.at(-1))
const mod11 = (weights: readonly number[]) => (number: string) => {
  const rest = 11 - (weighted(number, weights) % 11)
  return (rest > 9 ? 0 : rest) === last(number)
}

/** Like Luhn, with the last digit as what is missing to ten, from the left. */
const austrian = (number: string): boolean => {
  const digits = Array.from(number.slice(1, 8), Number)
  const sum = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)), 0)
  return (96 - sum) % 10 === last(number)
}

const bulgarian = (number: string): boolean => {
  if (number.length !== 9) return true
  const rest = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  return (rest === 10 ? weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : rest) % 10 === last(number)
}

const cypriot = (number: string): boolean => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = Array.from(number.slice(0, 8), Number).reduce(
    (all, digit, at) => all + (at % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  )
  return String.fromCharCode(65 + (sum % 26)) === number.at(-1)
}

const czech = (number: string): boolean =>
  number.length !== 8 || ((11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 || 1) % 10 === last(number)

const estonian = (number: string): boolean => (10 - (weighted(number, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === last(number)

const spanish = (number: string): boolean => {
  const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
  if (/^[\dXYZ]/.test(number)) {
    const whole = number.slice(0, 8).replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign)))
    return letters[restOf(whole, 23)] === number.at(-1)
  }
  // Entities for residents abroad and minors: K, L, M.
  if (/^[KLM]/.test(number)) return true
  const check = Array.from({ length: 10 }, (_, digit) => digit).find((digit) => isLuhn(`${number.slice(1, 8)}${digit}`)) ?? 0
  return [String(check), 'JABCDEFGHI'[check]].includes(number.at(-1) as string)
}

const finnish = (number: string): boolean => (11 - (weighted(number, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === last(number)

/** The key is calculated where it is digits; a SIREN has one of its own, but in Monaco (000). */
const french = (number: string): boolean => {
  const siren = number.slice(2)
  if (!siren.startsWith('000') && !isLuhn(siren)) return false
  return !/^\d\d/.test(number) || (12 + 3 * restOf(siren, 97)) % 97 === Number(number.slice(0, 2))
}

/** Since 2010 a second way; government departments and health authorities have none. */
const british = (number: string): boolean => {
  if (/^(GD|HA)/.test(number)) return true
  const rest = (weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9))) % 97
  return rest === 0 || rest === 42
}

const greek = (number: string): boolean => (weighted(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number)

const irish = (number: string): boolean => {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV'
  const old = /^(\d)[A-Z+*](\d{5})([A-Z])$/.exec(number)
  if (old) return letters[weighted(`0${old[2]}${old[1]}`, [8, 7, 6, 5, 4, 3, 2]) % 23] === old[3]
  const second = number[8] === undefined || number[8] === 'W' ? 0 : number.charCodeAt(8) - 64
  return letters[(weighted(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7]
}

const lithuanian = (number: string): boolean => {
  const places = Array.from(number.slice(0, -1), (_, at) => at)
  const first =
    weighted(
      number.slice(0, -1),
      places.map((at) => 1 + (at % 9)),
    ) % 11
  const sum =
    first === 10
      ? weighted(
          number.slice(0, -1),
          places.map((at) => 1 + ((at + 2) % 9)),
        ) % 11
      : first
  return sum % 10 === last(number)
}

const latvian = (number: string): boolean =>
  /^[0-3]/.test(number) || weighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3

/** Of companies mod 11; since 2020 sole traders have numbers of mod 97, over the whole with its prefix. */
const dutch = (number: string): boolean => {
  const rest = weighted(number.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11
  return (rest < 10 && rest === Number(number[8])) || isMod97(`NL${number}`)
}

const portuguese = mod11([9, 8, 7, 6, 5, 4, 3, 2])

const romanian = (number: string): boolean =>
  ((10 * weighted(number.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === last(number)

const slovenian = (number: string): boolean => {
  const rest = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return rest !== 11 && (rest === 10 ? 0 : rest) === last(number)
}

/** By the prefix: the country's code, but EL in Greece, and XI in Northern Ireland. */
export const vatRules: Readonly<Record<string, VatRule>> = {
  AT: { shape: /^U\d{8}$/, example: 'ATU13585627', check: austrian },
  BE: { shape: /^[01]\d{9}$/, example: 'BE0428759497', check: (n) => 97 - restOf(n.slice(0, 8), 97) === Number(n.slice(8)) },
  BG: { shape: /^\d{9,10}$/, example: 'BG175074752', check: bulgarian },
  CY: { shape: /^\d{8}[A-Z]$/, example: 'CY10259033P', check: cypriot },
  CZ: { shape: /^\d{8,10}$/, example: 'CZ25123891', check: czech },
  DE: { shape: /^[1-9]\d{8}$/, example: 'DE136695976', check: isMod11And10 },
  DK: { shape: /^\d{8}$/, example: 'DK13585628', check: (n) => weighted(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^\d{9}$/, example: 'EE100931558', check: estonian },
  EL: { shape: /^\d{9}$/, example: 'EL094259216', check: greek },
  ES: { shape: /^[A-Z\d]\d{7}[A-Z\d]$/, example: 'ESJ99216582', check: spanish },
  FI: { shape: /^\d{8}$/, example: 'FI20774740', check: finnish },
  FR: { shape: /^[A-HJ-NP-Z\d]{2}\d{9}$/, example: 'FR40303265045', check: french },
  GB: { shape: /^(\d{9}(\d{3})?|(GD|HA)\d{3})$/, example: 'GB980780684', check: british },
  HR: { shape: /^\d{11}$/, example: 'HR33392005961', check: isMod11And10 },
  HU: { shape: /^\d{8}$/, example: 'HU12892312', check: (n) => weighted(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { shape: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, example: 'IE6433435F', check: irish },
  IT: { shape: /^\d{11}$/, example: 'IT00743110157', check: isLuhn },
  LT: { shape: /^(\d{9}|\d{12})$/, example: 'LT119511515', check: lithuanian },
  LU: { shape: /^\d{8}$/, example: 'LU15027442', check: (n) => restOf(n.slice(0, 6), 89) === Number(n.slice(6)) },
  LV: { shape: /^\d{11}$/, example: 'LV40003521600', check: latvian },
  MT: { shape: /^[1-9]\d{7}$/, example: 'MT11679112', check: (n) => weighted(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { shape: /^\d{9}B\d{2}$/, example: 'NL004495445B01', check: dutch },
  PL: { shape: /^\d{10}$/, example: 'PL8567346215', check: (n) => weighted(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(n) },
  PT: { shape: /^[1-9]\d{8}$/, example: 'PT501964843', check: portuguese },
  RO: { shape: /^[1-9]\d{1,9}$/, example: 'RO1590082', check: romanian },
  SE: { shape: /^\d{10}01$/, example: 'SE556188840401', check: (n) => isLuhn(n.slice(0, 10)) },
  SI: { shape: /^[1-9]\d{7}$/, example: 'SI50223054', check: slovenian },
  SK: { shape: /^[1-9]\d{9}$/, example: 'SK2022749619', check: (n) => restOf(n, 11) === 0 },
  XI: { shape: /^(\d{9}(\d{3})?|(GD|HA)\d{3})$/, example: 'XI980780684', check: british },
}
