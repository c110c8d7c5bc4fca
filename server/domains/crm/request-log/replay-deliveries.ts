import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { findForReplay } from '../lead-sources/lead-sources.ts'
import { lockRejected } from './deliveries.ts'
import { acceptReplay, readReplayed } from './replays.ts'

/** As many as are read and taken well within the time of a request: some 2 ms each. */
const atOnce = 200

export const replayDeliveries = action({
  name: 'replay-deliveries',
  summary: 'Replay the rejected requests of a lead source',
  description: `Up to ${atOnce} of them, oldest first, each by the settings of the source as they are now. Call again with \`next_cursor\` until it is null. Those that still have an error stay rejected. Held requests, and requests that did not prove who sent them, are left to be looked at one by one.`,
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'deliveries:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    leadSourceId: z.uuid(),
    cursor: z.uuid().optional(),
  }),
  output: z.object({ accepted: z.int(), rejected: z.int(), next_cursor: z.uuid().nullable() }),
  errors: [leadSourceErrors.lead_source_not_found, transportErrors.quota_exceeded],
  examples: [{ title: 'After its fields were chosen', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId, cursor }, { org, db, now, newId, emit, fail, settings: foyer }) {
    const source = await findForReplay(db, { orgId: org.id, id: leadSourceId, foyer })
    if (!source) throw fail('lead_source_not_found')
    const settings = await findSettings(db, org.id)
    const open = await lockRejected(db, org.id, { keyId: leadSourceId, after: cursor, limit: atOnce })
    let accepted = 0
    for (const refused of open) {
      if (!refused.body) continue
      try {
        const lead = readReplayed(refused.body, source, settings.default_country, now())
        await acceptReplay({ db, orgId: org.id, now, newId, emit }, refused, { lead, body: refused.body, settings })
        accepted++
      } catch (error) {
        // What is still wrong with one of them keeps no other from being a lead.
        if (!(error instanceof Failure) || (error.code === 'quota_exceeded' && accepted === 0)) throw error
        if (error.code === 'quota_exceeded') break
      }
    }
    return {
      accepted,
      rejected: open.length - accepted,
      next_cursor: open.length === atOnce ? (open.at(-1)?.id ?? null) : null,
    }
  },
})
