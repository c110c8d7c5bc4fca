import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { packRanges } from '#shapes/letters.ts'

export const showLetters = action({
  name: 'show-letters',
  summary: 'List the characters that an invoice can contain',
  description:
    'The characters that the PDF fonts support, so that a form can warn while the user types. A text with another character is rejected with `letter_without_font`. A base character and its combining marks must be in one font. The list changes when an operator installs a font.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'invoices:read',
  input: z.object({}),
  output: z.object({
    fonts: z
      .array(z.string())
      .describe(
        'For each font, the first and last code points of its ranges, as differences from one number to the next, in base 36',
      ),
    addable: z
      .array(shape('Font', { name: z.string(), scripts: z.array(z.string()).describe('Names as in Unicode') }))
      .describe('Fonts that are not installed: `npx foyer fonts add <name>` installs them'),
  }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  async run(_, { ports }) {
    const { fonts, addable } = ports.documents.coverage()
    return {
      fonts: fonts.map((ranges) => packRanges(ranges)),
      addable: addable.map(({ name, scripts }) => ({ name, scripts: [...scripts] })),
    }
  },
})
