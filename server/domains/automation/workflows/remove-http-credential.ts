import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { workflowErrors } from './errors.ts'

export const removeHttpCredential = action({
  name: 'remove-http-credential',
  summary: 'Forget what requests of workflows are sent with',
  description: 'Runs whose next step is sent with it are paused until the step has another one.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  input: z.object({ credentialId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [workflowErrors.credential_not_found],
  examples: [{ title: 'One', input: { credentialId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ credentialId }, { db, org, fail }) {
    const { numDeletedRows } = await db
      .deleteFrom('workflow_credentials')
      .where('org_id', '=', org.id)
      .where('id', '=', credentialId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw fail('credential_not_found', { field: 'credentialId' })
    return { success: true as const }
  },
})
