import { domainToASCII } from 'node:url'

/** `key` is what addresses are compared by; `fault` says what is wrong, in words that do not repeat the address. */
export type ReadEmail = { readonly key: string } | { readonly fault: string }

export const emailLimits = { local: 64, label: 63, whole: 254 } as const

/**
 * Reads one address, already trimmed.
 *
 * Taken: every atext character of RFC 5322 in a dotted local part of up to 64, labels of up to 63 letters, digits and
 * hyphens, at least one dot, 254 in all, international domains as themselves or as punycode (lengths are those of the
 * punycode: that is what travels). Refused though some RFC has them: quoted local parts, comments, address literals,
 * letters beyond ASCII before the @.
 *
 * The key is lower case with the domain in punycode, so `Jo@MÜLLER.de` and `jo@xn--mller-kva.de` are one address.
 * Plus-addressing is kept: `jo+x@…` may be another person.
 */
export function readEmail(text: string): ReadEmail {
  const at = text.indexOf('@')
  if (at < 0) return faults.noAt
  const localFault = faultOfLocal(text, at)
  if (localFault) return localFault

  const domain = asciiDomain(text, at + 1)
  if (domain === null) return faults.badDomain
  const domainFault = faultOfDomain(domain)
  if (domainFault) return domainFault
  if (at + 1 + domain.length > emailLimits.whole) return faults.longAddress

  return { key: domain.length === text.length - at - 1 ? text.toLowerCase() : `${text.slice(0, at)}@${domain}`.toLowerCase() }
}

const faults = {
  noAt: { fault: 'it has no @' },
  noLocal: { fault: 'there is nothing before the @' },
  longLocal: { fault: `the part before the @ is longer than ${emailLimits.local} characters` },
  badLocal: { fault: 'a character before the @ is not allowed' },
  badDots: { fault: 'a dot before the @ is first, last or doubled' },
  badDomain: { fault: 'the part after the @ is not a domain name' },
  noDot: { fault: 'the domain has no dot' },
  longLabel: { fault: `a part of the domain is longer than ${emailLimits.label} characters` },
  longAddress: { fault: `it is longer than ${emailLimits.whole} characters` },
} as const

const atext = new Uint8Array(128)
const letterOrDigit = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
  atext[character.charCodeAt(0)] = 1
  letterOrDigit[character.charCodeAt(0)] = 1
}
for (const character of "!#$%&'*+-/=?^_`{|}~") atext[character.charCodeAt(0)] = 1

const dot = 0x2e
const hyphen = 0x2d

function faultOfLocal(text: string, end: number): ReadEmail | null {
  if (end === 0) return faults.noLocal
  let afterDot = true
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit === dot) {
      if (afterDot) return faults.badDots
      afterDot = true
    } else if (atext[unit] === 1) afterDot = false
    else return faults.badLocal
  }
  if (afterDot) return faults.badDots
  return end > emailLimits.local ? faults.longLocal : null
}

/** The domain as it travels; null when a character makes it none. Node's converter would also read `%6d` and `①`. */
function asciiDomain(text: string, start: number): string | null {
  let international = false
  for (let i = start; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 127) international = true
    else if (letterOrDigit[unit] !== 1 && unit !== dot && unit !== hyphen) return null
  }
  const domain = text.slice(start)
  if (!international) return domain
  // Far beyond anything that could fit; keeps the conversion short.
  if (domain.length > 4 * emailLimits.whole) return null
  // Punycode would hide a hyphen at the end of a label.
  if (/(?:^|[.。．｡])-|-(?:[.。．｡]|$)/.test(domain)) return null
  return domainToASCII(domain) || null
}

function faultOfDomain(domain: string): ReadEmail | null {
  let dots = 0
  let labelStart = 0
  for (let i = 0; i <= domain.length; i++) {
    const unit = i === domain.length ? dot : domain.charCodeAt(i)
    if (unit !== dot) {
      if (letterOrDigit[unit] !== 1 && unit !== hyphen) return faults.badDomain
      continue
    }
    if (i === labelStart || domain.charCodeAt(labelStart) === hyphen || domain.charCodeAt(i - 1) === hyphen)
      return faults.badDomain
    if (i - labelStart > emailLimits.label) return faults.longLabel
    if (i < domain.length) dots++
    labelStart = i + 1
  }
  return dots === 0 ? faults.noDot : null
}
