import { z } from 'zod'
import type { Order } from '#core/context.ts'

/** Asks for a message that is queued to be handed to its platform. */
export const sendMessageOrder = {
  name: 'send-message',
  data: z.object({ orgId: z.uuid(), messageId: z.uuid() }),
} as const satisfies Order

/** Asks for the files of a message to be fetched from its platform, which keeps them for some days only. */
export const fetchMediaOrder = {
  name: 'fetch-media',
  data: z.object({ orgId: z.uuid(), messageId: z.uuid() }),
} as const satisfies Order

/** Asks for the templates of a number to be read from its platform. */
export const readTemplatesOrder = {
  name: 'read-templates',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies Order

/** Asks for what came for a number before it was connected to be read. */
export const readUnconnectedOrder = {
  name: 'read-unconnected',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies Order
