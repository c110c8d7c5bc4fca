import { z } from 'zod'
import { choice, shape } from '#shapes'
import type { Kept } from './bin-records.ts'
import { evidenceReasons } from './evidence.ts'

const KeptReason = choice('KeptReason', [...evidenceReasons, 'record_not_found'])

/** Why, and what to do instead, for each reason. */
const messages: Readonly<Record<z.output<typeof KeptReason>, string>> = {
  has_invoice: 'It has an invoice that was sent or paid, which must be kept.',
  has_signed_document: 'It has a signed document, which must be kept.',
  has_accepted_proposal: 'It has a proposal that was accepted, which must be kept.',
  has_open_document: 'A document is out for signature. Void it first.',
  has_open_proposal: 'A proposal waits for an answer. Withdraw it first.',
  has_meeting: 'There is a meeting ahead. Cancel it first.',
  record_not_found: 'It does not exist, or was removed for good.',
}

/** A record that was kept as it is. */
export const UndeletedRecord = shape('UndeletedRecord', {
  id: z.uuid(),
  reason: KeptReason,
  message: z.string().describe('Why, and what to do first'),
})

export const sentKept = ({ id, reason }: Kept): z.output<typeof UndeletedRecord> => ({ id, reason, message: messages[reason] })
