import { z } from 'zod'
import type { JobReference } from '#core/jobs/job-reference.ts'

const RunData = z.object({ orgId: z.uuid(), jobId: z.uuid() })
const PictureData = z.object({ orgId: z.uuid(), designId: z.uuid() })

/** By which models enqueue what only the job itself can do. */
export const runDesignJobReference = { name: 'run-design-job', data: RunData } as const satisfies JobReference<typeof RunData>
export const keepPictureReference = {
  name: 'keep-design-picture',
  data: PictureData,
} as const satisfies JobReference<typeof PictureData>
