import type { z } from 'zod'
import { choice } from '#shapes'

/** What notices are about, as a person chooses how to be notified of it. In the order of the settings page. */
export const noticeTopics = [
  'mentions',
  'assignments',
  'messages',
  'promises',
  'invoices',
  'meetings',
  'documents',
  'imports',
  'connections',
  'workflows',
  'workspace',
] as const
export const NoticeTopic = choice('NoticeTopic', noticeTopics)
export type NoticeTopic = z.output<typeof NoticeTopic>
