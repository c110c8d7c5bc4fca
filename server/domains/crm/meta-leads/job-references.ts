import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

export const PageData = z.object({ orgId: z.uuid(), sourceId: z.uuid() })
/** `isRefused`: Meta refuses the token that is kept, so the same one again is of no use. */
export const JoinData = PageData.extend({ isRefused: z.boolean().default(false) })

/** By which models enqueue what only the jobs themselves can do. */
export const fetchLeadsReference: JobReference<typeof PageData> = { name: 'fetch-meta-leads', data: PageData }
export const pollPageReference: JobReference<typeof PageData> = { name: 'poll-meta-page', data: PageData }
export const joinPageReference: JobReference<typeof JoinData> = { name: 'join-meta-page', data: JoinData }
