import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Business, showBusinessOf } from './businesses.ts'

export const showBusiness = action({
  name: 'show-business',
  summary: 'Show the business details',
  description: 'What clients see on invoices, receipts, emails and public pages: names, address, numbers, logo and color.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'business:read',
  input: z.object({}),
  output: z.object({ business: Business }),
  errors: [],
  examples: [{ title: 'The details', input: {} }],

  async run(_input, { org, db, settings }) {
    return { business: await showBusinessOf(db, org.id, settings.publicUrl) }
  },
})
