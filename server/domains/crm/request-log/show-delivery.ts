import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { extension, shape } from '#shapes'
import { curlLine, readText } from './curl.ts'
import { Delivery, findDelivery, showDelivery } from './deliveries.ts'
import { requestLogErrors } from './errors.ts'
import { redact } from './redact.ts'

export const showDeliveryAction = action({
  name: 'show-delivery',
  summary: 'Show a request to the lead API',
  description:
    'With the body to the letter, and, of the lead API, a line for a shell that sends it again. Headers are not kept. `body.text` is null when the bytes are not UTF-8: then `body.base64` holds them.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'deliveries:read',
  input: z.object({ deliveryId: z.uuid() }),
  output: z.object({
    delivery: extension('DeliveryDetail', Delivery, {
      body: shape('ReceivedBody', {
        text: z.string().nullable(),
        base64: z.string().nullable(),
        /** The whole body with addresses, numbers and secrets masked. */
        redacted: z.string(),
        bytes: z.int(),
      }).nullable(),
      curl: z.string().nullable().describe('Null for a request to a lead source: its form and its proof are not kept'),
    }),
  }),
  errors: [requestLogErrors.delivery_not_found],
  examples: [{ title: 'One request', input: { deliveryId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ deliveryId }, { org, db, settings, fail }) {
    const row = await findDelivery(db, org.id, deliveryId)
    if (!row) throw fail('delivery_not_found')
    return {
      delivery: {
        ...showDelivery(row),
        body: row.body && showBody(row.body),
        curl: row.source_name === null ? curlLine(settings.publicUrl, row.body) : null,
      },
    }
  },
})

const showBody = (body: Buffer) => {
  const text = readText(body)
  return { text, base64: text === null ? body.toString('base64') : null, redacted: redact(body), bytes: body.length }
}
