import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { invoiceEvents } from './events.ts'
import { findPattern, Numbering, NumberingPeriod, showNumbering } from './numbering.ts'

export const saveInvoiceNumbering = action({
  name: 'save-invoice-numbering',
  summary: 'Set how invoices are numbered',
  description:
    'Applies from the next invoice on; sent invoices keep their numbers. Omitted fields keep their values. Numbers rise by one without gaps within their period: back to a period that was used before, they go on where it ended.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'invoices:write',
  input: z.object({
    prefix: z
      .string()
      .trim()
      .max(10)
      // Not a pattern: in OpenAPI it would be read without Unicode.
      .refine(
        (text) => /^[\p{L}/#._ -]{0,10}$/u.test(text),
        'takes letters and - / # . _ only: the year and the number are added',
      )
      .optional(),
    period: NumberingPeriod.optional(),
    width: z.int().min(1).max(8).optional().describe('Digits of the number'),
  }),
  output: z.object({ success: z.literal(true), numbering: Numbering }),
  errors: [transportErrors.letter_without_font],
  examples: [{ title: 'RE-2026-0001', input: { prefix: 'RE-', period: 'year', width: 4 } }],

  async run(given, { org, db, emit, now, ports }) {
    checkLetters(ports.documents.coverage(), { prefix: given.prefix })
    const before = await findPattern(db, org.id)
    const after = {
      prefix: given.prefix ?? before.prefix,
      period: given.period ?? before.period,
      width: given.width ?? before.width,
    }
    await db
      .insertInto('invoice_numbering')
      .values({ org_id: org.id, ...after })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ ...after, updated_at: sql`now()` }))
      .execute()
    await emit(invoiceEvents.numbered, org.id, { before, after })
    return { success: true as const, numbering: await showNumbering(db, org.id, now()) }
  },
})
