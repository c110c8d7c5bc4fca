import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { packRanges } from '#shapes/letters.ts'

export const showLetters = action({
  name: 'show-letters',
  summary: 'Which letters an invoice can be written in',
  description:
    'What the fonts of PDFs have, for a form that says so while somebody types. A text with another letter is refused with `letter_without_font`. A letter and its marks must all be in one font. It changes when an operator adds a font.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'invoices:read',
  input: z.object({}),
  output: z.object({
    fonts: z
      .array(z.string())
      .describe('For each font the first and last code points of its runs, as steps from one number to the next, in base 36'),
    addable: z
      .array(z.object({ name: z.string(), scripts: z.array(z.string()).describe('As Unicode names them') }))
      .describe('Fonts that are not here: `npx foyer fonts add <name>` brings them'),
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
