import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOwnHold, HoldToken, releaseHold } from './holds.ts'
import { workspaceErrors, workspaceOf } from './workspace.ts'

export const releaseHoldAction = action({
  name: 'release-hold',
  summary: 'Release a start that is on hold',
  description:
    'For a booker who goes back to choose another start: the time is free again at once. Only the text that `hold-slot` answered opens a hold. A hold that ran out, was used or never was gets the same answer.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    orgId: z.string().trim().max(64).optional().describe('The workspace, by id or slug'),
    hold: HoldToken.describe('Of `hold-slot`'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [...workspaceErrors],
  examples: [
    {
      title: 'A hold',
      input: { orgId: 'acme', hold: '01980000-0000-7000-8000-000000000000.4f0Jq0m1m4b7XGv1o8Yk9A' },
    },
  ],

  async run({ orgId: named, hold }, { outside, inOrg, signedIn, now, fail }) {
    const orgId = await workspaceOf(named, { signedIn, outside }, fail)
    await inOrg(orgId, async ({ db }) => {
      const own = await findOwnHold(db, orgId, hold, now())
      if (own) await releaseHold(db, orgId, own)
    })
    return { success: true as const }
  },
})
