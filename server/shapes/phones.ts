import { type CountryCode, Metadata, type NumberingPlan, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'

/** `e164` is what is stored and dialled; `key` is what people are matched by: one value for all variants of a number. */
export interface Phone {
  readonly e164: string
  readonly key: string
}

/**
 * Reads a number as libphonenumber does, with the country of the workspace for numbers that do not begin with + and a
 * calling code. Null when it cannot be a number: what counts is being possible (the length fits the country), because
 * whether a range is in use changes faster than any table.
 *
 * Plain numbers, nearly all of them, take a short way through libphonenumber's own tables (0.4 µs instead of 3 to 6);
 * a test holds the two ways equal. Whatever is out of the ordinary goes to the library.
 */
export function readPhone(text: string, defaultCountry: string | null): Phone | null {
  const digits = plainDigits(text)
  if (digits !== null) {
    const phone = digits.charCodeAt(0) === plus ? readInternational(digits) : readNational(digits, defaultCountry)
    if (phone !== undefined) return phone
  }
  return readWithLibrary(text, defaultCountry)
}

/** The long way alone; exported for the test that compares the two. */
export function readWithLibrary(text: string, defaultCountry: string | null): Phone | null {
  // Google's own library reads a full-width plus; this port of it drops it.
  const typed = text.replace('＋', '+')
  const number = parsePhoneNumberFromString(
    typed,
    defaultCountry === null ? {} : { defaultCountry: defaultCountry as CountryCode },
  )
  if (!number) return null
  const mended = mend(number.countryCallingCode, number.nationalNumber)
  if (mended !== number.nationalNumber) return phoneOf(number.countryCallingCode, mended)
  return number.isPossible() ? phoneOf(number.countryCallingCode, mended) : null
}

// ── Variants of one person's number ─────────────────────────────────────────────────────────────────────────────────

/** Mexico's mobile 1 and its old trunk prefixes, gone since 2019: still in every address book, and no longer possible. */
function mend(callingCode: string, national: string): string {
  if (callingCode !== '52' || national.length < 11) return national
  return /^(?:1|01|02|044|045)([2-9]\d{9})$/.exec(national)?.[1] ?? national
}

function phoneOf(callingCode: string, national: string): Phone {
  const e164 = `+${callingCode}${national}`
  return { e164, key: keyOf(callingCode, national, e164) }
}

function keyOf(callingCode: string, national: string, e164: string): string {
  // Brazil put a 9 before its mobile numbers, which began with 6 to 9 after the two digits of the area.
  if (callingCode === '55' && national.length === 10 && /^[1-9][1-9][6-9]/.test(national)) {
    return `+55${national.slice(0, 2)}9${national.slice(2)}`
  }
  // Argentina's 9 after +54 says mobile; inside the country the same number has none. Area codes begin with 1 to 3.
  if (callingCode === '54' && national.length === 11 && /^9[1-3]/.test(national)) return `+54${national.slice(1)}`
  return e164
}

// ── The short way ───────────────────────────────────────────────────────────────────────────────────────────────────

const plus = 0x2b

/** What libphonenumber skips between digits, as far as people type it: space - . ( ) / */
const skipped = new Uint8Array(128)
for (const character of ' -.()/') skipped[character.charCodeAt(0)] = 1

/** `+49 (151) 1-2` → `+4915112`; null for anything but digits, plain separators and one + at the front. */
function plainDigits(text: string): string | null {
  if (text.length > 64) return null
  let digits = ''
  let runStart = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) continue
    if (unit === plus) {
      if (digits !== '' || i !== runStart) return null
    } else if (skipped[unit] === 1) {
      digits += text.slice(runStart, i)
      runStart = i + 1
    } else return null
  }
  const whole = runStart === 0 ? text : digits + text.slice(runStart)
  return whole.length >= 5 && whole.length <= 24 ? whole : null
}

/** What the short way needs to know of a country, or of the main country of a calling code. */
interface Plan {
  readonly callingCode: string
  /** Several countries share the calling code (+1, +44 …): which one it is may change what is possible. */
  readonly shared: boolean
  /** Lengths as bits: possible in every country of the calling code; in at least one. */
  readonly everywhere: number
  readonly somewhere: number
  /** What is dialled before an international number. */
  readonly exit: RegExp
  /** What is dialled before a national number, such as 0; sticky, so that lastIndex tells its length. */
  readonly trunk: RegExp | null
  /** The trunk prefix rewrites what follows it. */
  readonly rewrites: boolean
  readonly national: RegExp
}

// libphonenumber-js does not put these two into its types; they are what its parser itself calls.
type WholePlan = NumberingPlan & { nationalPrefixForParsing(): string | undefined; nationalNumberPattern(): string }

const byCallingCode: (Plan | undefined)[] = []
const byCountry = new Map<string, Plan>()

for (const [callingCode, countries] of Object.entries(metadata.country_calling_codes)) {
  const plans = countries.map((country) => [country, numberingPlan(country)] as const)
  const lengths = plans.map(([, plan]) => plan.possibleLengths().reduce((bits, length) => bits | (1 << length), 0))
  const everywhere = lengths.reduce((all, bits) => all & bits)
  const somewhere = lengths.reduce((all, bits) => all | bits)
  for (const [country, plan] of plans) {
    const trunk = plan.nationalPrefixForParsing()
    byCountry.set(country, {
      callingCode,
      shared: countries.length > 1,
      everywhere,
      somewhere,
      exit: new RegExp(`^(?:${plan.IDDPrefix()})`),
      trunk: trunk ? new RegExp(trunk, 'y') : null,
      rewrites: trunk !== undefined && /\((?!\?)/.test(trunk),
      national: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    })
  }
  byCallingCode[Number(callingCode)] = byCountry.get(countries[0] ?? '')
}

function numberingPlan(country: CountryCode): WholePlan {
  const all = new Metadata()
  all.selectNumberingPlan(country)
  return all.numberingPlan as WholePlan
}

/** Undefined: ask the library. No calling code begins with another one, so the first that fits is it. */
function readInternational(digits: string): Phone | null | undefined {
  let code = 0
  for (let length = 1; length <= 3; length++) {
    code = code * 10 + digits.charCodeAt(length) - 0x30
    if (code === 0) return undefined
    const plan = byCallingCode[code]
    if (plan) return finish(plan, digits.slice(1 + length))
  }
  return undefined
}

function readNational(digits: string, defaultCountry: string | null): Phone | null | undefined {
  const plan = defaultCountry === null ? undefined : byCountry.get(defaultCountry)
  if (!plan || digits.startsWith(plan.callingCode) || plan.exit.test(digits)) return undefined
  return finish(plan, digits)
}

function finish(plan: Plan, digits: string): Phone | null | undefined {
  const significant = withoutTrunk(plan, digits)
  if (significant === undefined || significant.length < 2 || significant.length > 17) return undefined
  const national = mend(plan.callingCode, significant)
  const length = 1 << national.length
  if (plan.everywhere & length) return phoneOf(plan.callingCode, national)
  return plan.somewhere & length ? undefined : null
}

/** Takes the trunk prefix off where libphonenumber would: also from `+49 0151 …`, which people write. */
function withoutTrunk(plan: Plan, digits: string): string | undefined {
  if (!plan.trunk) return digits
  plan.trunk.lastIndex = 0
  if (!plan.trunk.test(digits) || plan.trunk.lastIndex === 0) return digits
  if (plan.shared || plan.rewrites) return undefined
  const rest = digits.slice(plan.trunk.lastIndex)
  if (plan.national.test(digits) && !plan.national.test(rest)) return digits
  // Left on where what remains would be no number of this country.
  return plan.somewhere & (1 << rest.length) ? rest : digits
}
