import fc from 'fast-check'

const [surrogates, afterSurrogates, last] = [0xd800, 0xe000, 0x10ffff]
const gap = afterSurrogates - surrogates

/**
 * Any character that Unicode has room for, as the `unit` of a text. fast-check's own, `binary`, makes a list of all million first, for
 * 0.9 s of processor in each process.
 */
export const anyCharacter = fc.integer({ min: 0, max: last - gap }).map(
  (at) => String.fromCodePoint(at < surrogates ? at : at + gap),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined
    const isOne =
      code !== undefined && String.fromCodePoint(code) === character && (code < surrogates || code >= afterSurrogates)
    if (!isOne) throw new Error('no single character')
    return code < surrogates ? code : code - gap
  },
)
