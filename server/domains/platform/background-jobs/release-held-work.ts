import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { HoldKind, release } from './holds.ts'

export const releaseHeldWork = action({
  name: 'release-held-work',
  summary: 'Let out what is held after a restore',
  description:
    'What is held of these kinds leaves now, each once: under the keys that it had, so a provider or receiver that keeps keys knows what it has had before. Mail servers know none: a mail that had left before the restore comes a second time. A kind that is not held counts 0. This cannot be taken back.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({ kinds: z.array(HoldKind).min(1).max(6) }),
  output: z.object({
    success: z.literal(true),
    released: z.array(z.object({ kind: HoldKind, count: z.int() })),
  }),
  errors: [],
  examples: [{ title: 'Webhooks, whose receivers know repeats', input: { kinds: ['webhooks'] } }],

  async run({ kinds }, { org, db, now, person }) {
    const released: { kind: HoldKind; count: number }[] = []
    for (const kind of new Set(kinds))
      released.push({ kind, count: (await release(db, org.id, kind, { now: now(), personId: person.id })) ?? 0 })
    return { success: true as const, released }
  },
})
