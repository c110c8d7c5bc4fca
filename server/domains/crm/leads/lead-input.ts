import { type Failure, failOf, transportErrors } from '#core/errors.ts'
import { readEmail } from '#shapes/emails.ts'
import { readPhone } from '#shapes/phones.ts'
import { cut, isLongerThan, isStorable, slugOf } from '#shapes/texts.ts'
import { leadErrors } from './errors.ts'
import { numberAsSent } from './json-body.ts'
import { longestUnusedName, meantField } from './meant-fields.ts'

/** In characters (Unicode code points), after trimming. Email has its own; phone has none, but 64 KB is the whole body. */
export const leadLimits = {
  full_name: 255,
  company: 255,
  job_title: 255,
  note: 10_000,
  linkedin_url: 2_048,
  source: 64,
  external_id: 255,
  consent_basis: 64,
  unused: 20,
  unused_name: longestUnusedName,
} as const

/** The six lawful bases of GDPR Art. 6 (1). Any other text is kept as claimed. */
export const recognisedBases = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interests',
] as const

/** Why a lead is refused. */
export const leadFaults = [
  transportErrors.body_not_object,
  leadErrors.contact_missing,
  transportErrors.email_malformed,
  transportErrors.phone_unreadable,
  leadErrors.field_wrong_type,
  leadErrors.field_too_long,
  transportErrors.field_bad_text,
  transportErrors.linkedin_url_invalid,
  leadErrors.external_id_invalid,
  leadErrors.consent_invalid,
  leadErrors.consent_date_invalid,
]
export type LeadFault = (typeof leadFaults)[number]['code']

/** A claim about permission. It is stored and shown, and never becomes a permission. */
export interface ConsentClaim {
  readonly basis?: string
  readonly source?: string
  /** YYYY-MM-DD */
  readonly obtained_at?: string
  /** The basis is one of `recognisedBases`. */
  readonly recognised: boolean
}

export interface LeadInput {
  /** As received, trimmed. */
  readonly email: string | null
  /** What addresses are compared by. */
  readonly email_key: string | null
  /** As received, also when it cannot be read. */
  readonly phone: string | null
  readonly phone_e164: string | null
  /** What numbers are compared by: one value for all variants of one person's number. */
  readonly phone_key: string | null
  readonly full_name: string | null
  readonly company: string | null
  readonly job_title: string | null
  /** A slug; `api` when none was sent. */
  readonly source: string
  /** To the letter. */
  readonly external_id: string | null
  readonly note: string | null
  readonly linkedin_url: string | null
  readonly consent: ConsentClaim | null
  /** What a source tells beside these, as it told it; the API has no such member. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Names of members that are not read, 20 at most, each cut at 64 characters and free of control characters. */
  readonly unused: readonly string[]
}

export interface LeadRefusal {
  readonly ok: false
  readonly code: LeadFault
  /** The body's own member name, such as `name` or `consent.basis`. */
  readonly field?: string
  /** Never repeats a value of the body. */
  readonly message: string
}

/** The error of a rejected lead for its sender. */
export const leadFailure = ({ code, message, field }: LeadRefusal): Failure => failOf(leadFaults)(code, { message, field })

export type ReadLead = { readonly ok: true; readonly lead: LeadInput } | LeadRefusal

export interface LeadReading {
  /** ISO 3166 code of the country whose numbers may come without + and calling code. */
  readonly defaultCountry: string | null
  /** YYYY-MM-DD in UTC. */
  readonly today: string
  /** The JSON text that the body was parsed from: it alone knows all digits of a numeric external_id. */
  readonly text?: string
}

/**
 * Reads one lead; never throws. The same for a request, a row of a file and a replay.
 *
 * null and blank strings count as absent; a member of the wrong type is refused, never converted. `name` beats
 * `full_name` and `title` beats `job_title`; the one that is beaten is not looked at.
 */
export function readLead(body: unknown, reading: LeadReading): ReadLead {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, code: 'body_not_object', message: 'the body must be a JSON object' }
  }
  const sent = membersOf(body as Record<string, unknown>)

  const email = readText('email', sent.email)
  if (isRefusal(email)) return email
  const address = email === null ? null : readEmail(email)
  if (address && 'fault' in address) return refuse('email_malformed', 'email', `email is not a valid address: ${address.fault}`)

  const phone = readPhoneText(sent.phone)
  if (isRefusal(phone)) return phone
  const number = phone === null ? null : readPhone(phone, reading.defaultCountry)
  if (email === null && number === null) {
    return phone === null ? contactMissing(body as Record<string, unknown>) : phoneUnreadable(phone, reading.defaultCountry)
  }

  const name = readText('name', sent.name, leadLimits.full_name)
  if (isRefusal(name)) return name
  const fullName = name ?? readText('full_name', sent.full_name, leadLimits.full_name)
  if (isRefusal(fullName)) return fullName
  const company = readText('company', sent.company, leadLimits.company)
  if (isRefusal(company)) return company
  const title = readText('title', sent.title, leadLimits.job_title)
  if (isRefusal(title)) return title
  const jobTitle = title ?? readText('job_title', sent.job_title, leadLimits.job_title)
  if (isRefusal(jobTitle)) return jobTitle
  const source = readText('source', sent.source)
  if (isRefusal(source)) return source
  const externalId = readExternalId(sent.external_id, reading.text)
  if (isRefusal(externalId)) return externalId
  const note = readText('note', sent.note, leadLimits.note)
  if (isRefusal(note)) return note
  const linkedinUrl = readLinkedinUrl(sent.linkedin_url)
  if (isRefusal(linkedinUrl)) return linkedinUrl
  const consent = readConsent(sent.consent, reading.today)
  if (consent && 'ok' in consent) return consent

  return {
    ok: true,
    lead: {
      email,
      email_key: address?.key ?? null,
      phone,
      phone_e164: number?.e164 ?? null,
      phone_key: number?.key ?? null,
      full_name: fullName,
      company,
      job_title: jobTitle,
      source: (source === null ? '' : slugOf(source, leadLimits.source)) || 'api',
      external_id: externalId,
      note,
      linkedin_url: linkedinUrl,
      consent,
      metadata: null,
      unused: sent.unused,
    },
  }
}

interface SentMembers {
  email: unknown
  phone: unknown
  name: unknown
  full_name: unknown
  company: unknown
  title: unknown
  job_title: unknown
  source: unknown
  external_id: unknown
  note: unknown
  linkedin_url: unknown
  consent: unknown
  unused: readonly string[]
}

const nothingUnused: readonly string[] = []

/** One pass over the input, so that unused members are seen too. */
function membersOf(body: Record<string, unknown>): SentMembers {
  const sent: SentMembers = {
    email: null,
    phone: null,
    name: null,
    full_name: null,
    company: null,
    title: null,
    job_title: null,
    source: null,
    external_id: null,
    note: null,
    linkedin_url: null,
    consent: null,
    unused: nothingUnused,
  }
  let unused: string[] | null = null
  for (const name in body) {
    switch (name) {
      case 'email':
      case 'phone':
      case 'name':
      case 'full_name':
      case 'company':
      case 'title':
      case 'job_title':
      case 'source':
      case 'external_id':
      case 'note':
      case 'linkedin_url':
      case 'consent':
        sent[name] = body[name]
        break
      default:
        if (unused === null) sent.unused = unused = []
        if (unused.length < leadLimits.unused) unused.push(shownName(name))
    }
  }
  return sent
}

/** A member's name, fit for a message, a page and a line-separated list. */
const shownName = (name: string): string =>
  cut(name, leadLimits.unused_name)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '\ufffd')

const refuse = (code: LeadFault, field: string, message: string): LeadRefusal => ({ ok: false, code, field, message })

const isRefusal = (read: string | null | LeadRefusal): read is LeadRefusal => typeof read === 'object' && read !== null

/** A trimmed text, or null where there is none. */
function readText(field: string, value: unknown, longest = Number.POSITIVE_INFINITY): string | null | LeadRefusal {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') return wrongType(field, 'a string')
  if (!isStorable(value)) return badText(field)
  const text = value.trim()
  if (text === '') return null
  return isLongerThan(text, longest) ? tooLong(field, longest) : text
}

const wrongType = (field: string, wanted: string): LeadRefusal =>
  refuse('field_wrong_type', field, `${field} must be ${wanted}`)

const badText = (field: string): LeadRefusal =>
  refuse('field_bad_text', field, `${field} contains NUL or a broken surrogate pair`)

const tooLong = (field: string, longest: number): LeadRefusal =>
  refuse('field_too_long', field, `${field} is longer than ${longest.toLocaleString('en')} characters`)

// ── Phone ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Not trimmed: it is kept as received, whatever it is. */
function readPhoneText(value: unknown): string | null | LeadRefusal {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') {
    return refuse('field_wrong_type', 'phone', 'phone must be a string; as a number it loses its + and its leading zeros')
  }
  if (typeof value !== 'string') return wrongType('phone', 'a string')
  if (!isStorable(value)) return badText('phone')
  return value.trim() === '' ? null : value
}

function phoneUnreadable(phone: string, defaultCountry: string | null): LeadRefusal {
  if (/^[\s(]*[+＋]/.test(phone))
    return refuse('phone_unreadable', 'phone', 'phone cannot be a number: its digits do not fit any country')
  const country =
    defaultCountry === null
      ? 'this workspace has no default country, so it must begin with + and the calling code'
      : `send it with + and the calling code, or as it is dialled in ${defaultCountry}`
  return refuse('phone_unreadable', 'phone', `phone cannot be read as a number: ${country}`)
}

// ── Neither email nor phone ─────────────────────────────────────────────────────────────────────────────────────────

/** Most leads that come without either do carry one, under a name that is not read: say which. */
function contactMissing(body: Record<string, unknown>): LeadRefusal {
  const message = 'email or phone is required'
  for (const name in body) {
    const value = body[name]
    const meant = meantField(name)
    if ((meant === 'email' || meant === 'phone') && isFilled(value)) {
      return {
        ok: false,
        code: 'contact_missing',
        message: `${message}; "${shownName(name)}" is ignored, send it as "${meant}"`,
      }
    }
  }
  for (const name in body) {
    const value = body[name]
    if (name !== 'consent' && hasContact(value)) {
      return {
        ok: false,
        code: 'contact_missing',
        message: `${message}; nested fields in "${shownName(name)}" are ignored, send them at the top level`,
      }
    }
  }
  return { ok: false, code: 'contact_missing', message }
}

const isFilled = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

const hasContact = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  (Object.hasOwn(value, 'email') || Object.hasOwn(value, 'phone'))

// ── External id ─────────────────────────────────────────────────────────────────────────────────────────────────────

const largest = 2 ** 53

/** Compared to the letter, so it is not trimmed either. */
function readExternalId(value: unknown, text: string | undefined): string | null | LeadRefusal {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return readExternalNumber(value, text)
  if (typeof value !== 'string') return wrongType('external_id', 'a string or a whole number')
  if (!isStorable(value)) return badText('external_id')
  if (isLongerThan(value, leadLimits.external_id))
    return value.trim() === '' ? null : tooLong('external_id', leadLimits.external_id)
  return value.trim() === '' ? null : value
}

/** `5` and `5.0` are one id, as in every JSON parser. What has lost digits, or may have, is refused. */
function readExternalNumber(value: number, text: string | undefined): string | LeadRefusal {
  const written = (text === undefined ? null : numberAsSent(text, 'external_id')) ?? String(value)
  const digits = /^(-?\d+)(?:\.0+)?$/.exec(written)?.[1]
  if (digits === undefined)
    return invalidId('external_id as a number must be whole and written without an exponent; send it as a string')
  const beyond = Math.abs(value) > largest || (Math.abs(value) === largest && digits.replace('-', '') !== String(largest))
  if (beyond) return invalidId('external_id as a number must not be beyond 2^53; send it as a string')
  return digits === '-0' ? '0' : digits
}

const invalidId = (message: string): LeadRefusal => refuse('external_id_invalid', 'external_id', message)

// ── LinkedIn ────────────────────────────────────────────────────────────────────────────────────────────────────────

function readLinkedinUrl(value: unknown): string | null | LeadRefusal {
  const url = readText('linkedin_url', value, leadLimits.linkedin_url)
  if (url === null || isRefusal(url)) return url
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  const mend = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(url)
    ? '; add https:// at the start, as in https://www.linkedin.com/in/…'
    : ''
  return refuse('linkedin_url_invalid', 'linkedin_url', `linkedin_url must be an http or https address${mend}`)
}

// ── Consent ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function readConsent(value: unknown, today: string): ConsentClaim | null | LeadRefusal {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value))
    return refuse('consent_invalid', 'consent', 'consent must be an object')
  const claim = value as { basis?: unknown; source?: unknown; obtained_at?: unknown }
  const basis = readClaimed('consent.basis', claim.basis, leadLimits.consent_basis)
  if (isRefusal(basis)) return basis
  const source = readClaimed('consent.source', claim.source)
  if (isRefusal(source)) return source
  const obtainedAt = readClaimed('consent.obtained_at', claim.obtained_at)
  if (isRefusal(obtainedAt)) return obtainedAt
  if (obtainedAt !== null) {
    const fault = faultOfDate(obtainedAt, today)
    if (fault) return refuse('consent_date_invalid', 'consent.obtained_at', `consent.obtained_at ${fault}`)
  }
  // An object that says nothing claims nothing.
  if (basis === null && source === null && obtainedAt === null) return null
  return {
    ...(basis === null ? {} : { basis }),
    ...(source === null ? {} : { source }),
    ...(obtainedAt === null ? {} : { obtained_at: obtainedAt }),
    recognised: basis !== null && (recognisedBases as readonly string[]).includes(basis),
  }
}

/** As readText, with the one code that whatever is wrong inside consent has; broken text keeps its own. */
function readClaimed(field: string, value: unknown, longest?: number): string | null | LeadRefusal {
  const read = readText(field, value, longest)
  if (!isRefusal(read) || read.code === 'field_bad_text') return read
  return refuse('consent_invalid', field, read.message)
}

function faultOfDate(date: string, today: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!parts) return 'must be written YYYY-MM-DD'
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return 'is not a calendar date'
  // Where the sender is, tomorrow may have begun.
  return date > dayAfter(today) ? 'is in the future' : null
}

const daysOf = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
