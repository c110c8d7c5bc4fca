import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { rotateSigningKeys as rotate } from '../users/signing-keys.ts'

/** A key that leaked, or was copied with an old backup, is valid for a month at most; signed-in users do not notice. */
export const rotateSigningKeys = job({
  name: 'rotate-signing-keys',
  summary: 'Rotate the token signing key after 30 days',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  schedule: '17 4 * * *',

  async run(_data, { db, vault, now, log }) {
    log.info(await rotate(db, vault, now()), 'signing keys rotated')
  },
})
