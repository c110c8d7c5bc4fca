import { z } from 'zod'

/** Mails the one receipt of a paid invoice. Asked for again, it does nothing more. */
export const sendReceiptJob = { name: 'send-receipt', data: z.object({ orgId: z.uuid(), invoiceId: z.uuid() }) } as const
