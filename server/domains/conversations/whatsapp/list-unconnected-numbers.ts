import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { countUnconnected } from './unconnected.ts'

export const listUnconnectedNumbers = action({
  name: 'list-unconnected-numbers',
  summary: 'WhatsApp numbers of your business account that are written to and not connected',
  description:
    'Messages to a number of the same WhatsApp Business Account that is not connected are kept for 90 days. Connect the number, and they are read into their conversations.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    numbers: z.array(
      z.object({
        phone_number_id: z.string().describe('As WhatsApp names it'),
        number: z.string().nullable().describe('As people dial it'),
        messages: z.int().describe('How many wait'),
        first_at: z.iso.datetime(),
        last_at: z.iso.datetime(),
      }),
    ),
    next_cursor: z.null(),
  }),
  errors: [],
  examples: [{ title: 'What waits', input: {} }],

  run: async (_, { db, org }) => ({ numbers: await countUnconnected(db, org.id), next_cursor: null }),
})
