import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Numbering, showNumbering } from './numbering.ts'

export const showInvoiceNumbering = action({
  name: 'show-invoice-numbering',
  summary: 'Show how invoices are numbered',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'invoices:read',
  input: z.object({}),
  output: z.object({ numbering: Numbering }),
  errors: [],
  examples: [{ title: 'The pattern and the next number', input: {} }],

  async run(_input, { org, db, now }) {
    return { numbering: await showNumbering(db, org.id, now()) }
  },
})
