import { z } from 'zod'
import { type Coverage, findMissing, type MissingLetter } from '#shapes/letters.ts'
import { Failure } from './errors.ts'

/** A character that documents cannot show. */
export const UnsupportedCharacter = z.object({
  letter: z.string(),
  codes: z.string().describe('`U+13000`, for each of its code points'),
  is_invisible: z.boolean().describe('It draws nothing, and changes how the text around it is read'),
})
export type UnsupportedCharacter = z.output<typeof UnsupportedCharacter>

/**
 * Refuses a text with a letter that documents cannot show, where it is written: the client would get a number in its place.
 * By the names of the fields as they came in.
 */
export const checkLetters = (coverage: Coverage, texts: Readonly<Record<string, string | null | undefined>>): void => {
  for (const [field, text] of Object.entries(texts)) {
    const [missing] = findMissing(text ?? '', coverage, 1)
    if (missing)
      throw new Failure('letter_without_font', {
        ...{ field, message: `${field}: ${sayMissing(missing)}` },
        facts: { unsupported: unsupportedOf(missing) },
      })
  }
}

/** The same for a program, which has words of its own for it. */
export const unsupportedOf = ({ letter, codes, isUnseen }: MissingLetter): UnsupportedCharacter => ({
  ...{ letter, codes },
  is_invisible: isUnseen,
})

/** The character, and how to fix it. It is named although the caller sent it: otherwise it cannot be found. */
export const sayMissing = ({ letter, codes, isUnseen, fonts: [font, other] }: MissingLetter): string => {
  if (isUnseen) return `the character ${codes} is invisible and changes how the text is read; remove it`
  const named = `“${letter}” (${codes})`
  if (font === undefined) return `no PDF font has ${named}; replace it`
  return `${named} needs a font that is not installed; the operator of this server installs it with: npx foyer fonts add ${font}${other === undefined ? '' : ` (or ${other})`}`
}
