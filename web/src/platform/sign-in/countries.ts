import { compare, languageTag } from '#web/i18n/format.ts'

/** Countries with telephone numbers, by their ISO 3166 code. The server refuses any other. */
const codes =
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

export interface Country {
  readonly value: string
  readonly label: string
}

/** All countries by their name in the reader's language. */
export const listCountries = (): Country[] => {
  const names = new Intl.DisplayNames([languageTag], { type: 'region' })
  return codes
    .split(' ')
    .map((value) => ({ value, label: nameOf(names, value) }))
    .sort((a, b) => compare(a.label, b.label))
}

const nameOf = (names: Intl.DisplayNames, code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** A guess from the languages of the browser: the first that names a country, else where its first language is at home. */
export const guessCountry = (languages: readonly string[]): string => {
  const locales = languages.flatMap(readLocale)
  const code = locales.find((locale) => locale.region)?.region ?? locales[0]?.maximize().region
  return code && codes.split(' ').includes(code) ? code : ''
}

/** Some systems hand the browser a locale of their own, such as `en-US@posix`, which is no language tag. */
const readLocale = (language: string): Intl.Locale[] => {
  try {
    return [new Intl.Locale(language.split('@')[0] ?? '')]
  } catch {
    return []
  }
}
