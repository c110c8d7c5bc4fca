import type { Instruction } from '#ports/voice.ts'

/** An instruction as TwiML (https://www.twilio.com/docs/voice/twiml). Whatever is put into it is text, never markup. */
export const twimlOf = (instruction: Instruction): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbOf(instruction)}</Response>`

const verbOf = (instruction: Instruction): string => {
  if (instruction.kind === 'end') return '<Hangup/>'
  if (instruction.kind === 'say') return `${element('Say', {}, text(instruction.words))}<Hangup/>`
  const { who, callerId, ringSeconds, afterwards } = instruction
  const attributes = {
    ...(callerId !== null && { callerId }),
    ...(ringSeconds !== null && { timeout: String(ringSeconds) }),
    // The caller hears it ring, and pays nothing, until it is answered.
    ...(afterwards !== null && { answerOnBridge: 'true', action: afterwards }),
  }
  const inner = 'number' in who ? text(who.number) : who.names.map((name) => element('Client', {}, text(name))).join('')
  return element('Dial', attributes, inner)
}

const element = (name: string, attributes: Readonly<Record<string, string>>, inner: string): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${text(value)}"`)
    .join('')}>${inner}</${name}>`

/** XML 1.0, 2.2 and 2.4: markup is escaped, and what no document may hold is left out. */
const text = (given: string): string =>
  given
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no place for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    // A line break in an attribute would be read as a space.
    .replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`)
