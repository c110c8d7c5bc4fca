import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

/** Asks for a message that is queued to be handed to its platform. */
export const sendMessageJob = {
  name: 'send-message',
  data: z.object({ orgId: z.uuid(), messageId: z.uuid() }),
} as const satisfies JobReference

/**
 * The same of a message whose values are hidden. A worker of a version before those does not know this name; under the other one it would send the dots
 * that the conversation shows.
 */
export const sendHiddenMessageJob = {
  name: 'send-hidden-message',
  data: sendMessageJob.data,
} as const satisfies JobReference

/** Asks for the files of a message to be fetched from its platform, which keeps them for some days only. */
export const fetchMediaJob = {
  name: 'fetch-media',
  data: z.object({ orgId: z.uuid(), messageId: z.uuid() }),
} as const satisfies JobReference

/** Asks for the templates of a number to be read from its platform. */
export const readTemplatesJob = {
  name: 'read-templates',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies JobReference

/** Asks for what came for a number before it was connected to be read. */
export const readUnconnectedJob = {
  name: 'read-unconnected',
  data: z.object({ orgId: z.uuid(), connectionId: z.uuid() }),
} as const satisfies JobReference
