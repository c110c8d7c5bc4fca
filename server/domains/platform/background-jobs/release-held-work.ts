import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { holdKinds } from '#core/held.ts'
import { shape } from '#shapes'
import { HoldKind, release } from './holds.ts'

export const releaseHeldWork = action({
  name: 'release-held-work',
  summary: 'Release work held after a restore',
  description:
    'The held work of these kinds is sent now, each item once and with its original idempotency key, so that a provider or receiver that stores keys recognizes repeats. Mail servers do not: an email sent before the restore arrives a second time. A kind that is not held counts 0. This cannot be undone.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({ kinds: z.array(HoldKind).min(1).max(holdKinds.length) }),
  output: z.object({
    success: z.literal(true),
    released: z.array(shape('ReleasedWork', { kind: HoldKind, count: z.int() })),
  }),
  errors: [],
  examples: [{ title: 'Release webhooks, whose receivers recognize repeats', input: { kinds: ['webhooks'] } }],

  async run({ kinds }, { org, db, now, person }) {
    const released: { kind: HoldKind; count: number }[] = []
    for (const kind of new Set(kinds))
      released.push({ kind, count: (await release(db, org.id, kind, { now: now(), personId: person.id })) ?? 0 })
    return { success: true as const, released }
  },
})
