import { z } from 'zod'
import { job } from '#core/jobs/job.ts'

/** The files go after the rows: a crash between the two leaves a file too many, never a row without its file. */
export const removeUploadFiles = job({
  name: 'remove-upload-files',
  summary: 'Remove the stored parts of a file',
  data: z.object({ names: z.array(z.string().startsWith('uploads/')) }),
  retry: { times: 10, delaySeconds: 5 },

  async run({ names }, { ports }) {
    for (const name of names) await ports.files.remove(name)
  },
})
