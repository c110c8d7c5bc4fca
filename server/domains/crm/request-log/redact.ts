/** Names of members whose value is a secret or a person's address, whatever it looks like. */
const secretName = /pass(?:word|wd|phrase)?$|secret|token|api[-_ ]?key|authorization|credential|cookie|^(?:auth|key|pin|otp)$/i
const addressName = /e-?mail/i
const phoneName = /phone|mobile|^(?:tel|cell|fax|whatsapp)$/i

/**
 * A body as it may be shown in a list: addresses, phone numbers, and whatever looks like a key, a token or a password are
 * masked; `limit` characters at the most. JSON is masked by member names and by what the values look like, anything else
 * (a form, a cut-off body, broken JSON) by what it looks like alone.
 *
 * The body is a stranger's: every pattern here takes time in proportion to its length, and none may try a long run of
 * characters again from each of its places.
 */
export const redact = (body: Buffer, limit = Number.POSITIVE_INFINITY): string => {
  const text = body.toString('utf8')
  // An excerpt is made of a beginning: what stands far behind it need not be looked at.
  const masked = maskText(cutAtWord(maskMembers(text) ?? text, Math.max(limit, 4_096)))
  return masked.length > limit ? `${masked.slice(0, limit).toWellFormed()}…` : masked
}

/** Undefined when it is not JSON, or nested deeper than the stack. */
const maskMembers = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), maskMember)
  } catch {
    return undefined
  }
}

const maskMember = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value)
  if (text === '') return value
  if (secretName.test(name)) return '•••'
  if (addressName.test(name)) return maskAddress(text)
  if (phoneName.test(name)) return maskNumber(text)
  return value
}

/** What was cut off may be the end of an address or of a number: the last word before the cut goes too. */
const cutAtWord = (text: string, length: number): string => {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const lastWord = Math.max(...[',', ';', '&', '{', '}', '\n', '"'].map((mark) => cut.lastIndexOf(mark)))
  return cut.slice(0, Math.max(0, lastWord))
}

const maskText = (text: string): string =>
  text
    .replaceAll(/%40|\\u0040/gi, '@')
    .replaceAll(/%2b|\\u002b/gi, '+')
    .replaceAll(namedSecret, '$1•••')
    .replaceAll(/\b(bearer|basic)\s{1,4}[\w.~+/=-]{8,}/gi, '$1 •••')
    .replaceAll(/fo_live_\w*/g, '•••')
    .replaceAll(run, maskRun)
    .replaceAll(number, (digits) =>
      digits.replaceAll(/\D/g, '').length >= 7 && !date.test(digits) ? maskNumber(digits) : digits,
    )

/** A telling name and its value, in JSON that does not parse, in a form, in headers. */
const namedSecret =
  /((?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|authorization|credential|cookie)[\w-]{0,32}["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer |basic )?)[^\s"'&,;}]+/gi

/** Characters between marks that end a value somewhere: in JSON, a form, a header or a sentence. */
const run = /[^\s"'(),:;<>[\]{}&=\\]+/g

const maskRun = (text: string): string => {
  if (text.indexOf('@') > 0) return maskAddress(text)
  if (/^(?:[a-z]{2,6}[-_](?:live|test|prod)[-_]|gh[a-z]_|xox[a-z]-|AKIA|AIza|eyJ)\w/.test(text)) return '•••'
  const random = /^[\w-]{32,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && !uuid.test(text)
  return random ? '•••' : text
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const number = /(?<![\w-])\+?\(?\d[\d\s().\-/]{5,30}\d(?![\w-])/g
const date = /^\d{4}-\d{2}-\d{2}(?:\s\d{2})?$/

const maskAddress = (text: string): string => `${text.match(/[\p{L}\p{N}]/u)?.[0] ?? ''}•••@•••`

const maskNumber = (text: string): string => `•••${text.replaceAll(/\D/g, '').slice(-2)}`
