import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { countUnconnected } from './unconnected.ts'

export const listUnconnectedNumbers = action({
  name: 'list-unconnected-numbers',
  summary: 'List unconnected WhatsApp numbers that received messages',
  description:
    'Messages to an unconnected number of the same WhatsApp Business Account are kept for 90 days. Once the number is connected, they are added to their conversations.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({
    numbers: z.array(
      shape('UnconnectedNumber', {
        phone_number_id: z.string().describe('The id at WhatsApp'),
        number: z.string().nullable().describe('The phone number for display'),
        messages: z.int().describe('Number of stored messages'),
        first_at: z.iso.datetime(),
        last_at: z.iso.datetime(),
      }),
    ),
    next_cursor: z.null(),
  }),
  errors: [],
  examples: [{ title: 'Unconnected numbers', input: {} }],

  run: async (_, { db, org }) => ({ numbers: await countUnconnected(db, org.id), next_cursor: null }),
})
