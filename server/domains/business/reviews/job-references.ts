import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

export const RunData = z.object({ orgId: z.uuid(), runId: z.uuid() })
export const ReplyData = z.object({ orgId: z.uuid(), reviewId: z.uuid() })

/** By which models enqueue what only the jobs can do. */
export const readReviewsReference: JobReference<typeof RunData> = { name: 'read-reviews', data: RunData }
export const sendReplyReference: JobReference<typeof ReplyData> = { name: 'send-review-reply', data: ReplyData }
