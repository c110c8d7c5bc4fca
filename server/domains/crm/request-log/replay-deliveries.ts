import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { choice } from '#shapes'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { findForReplay } from '../lead-sources/lead-sources.ts'
import { lockOpen, replayable } from './deliveries.ts'
import { acceptReplay, asOwnLead, mayReplayAmongMany, noticeAfterReplay, readReplayed } from './replays.ts'

/** As many as are read and taken well within the time of a request: some 2 ms each. */
const atOnce = 200

export const replayDeliveries = action({
  name: 'replay-deliveries',
  summary: 'Make leads of the rejected, held or conflicting requests of a lead source',
  description: `Up to ${atOnce} of them, oldest first, each by the settings of the source as they are now. Call again with \`next_cursor\` until it is null. Those that still have an error stay as they are. Requests that did not prove who sent them, those of a website that is not on the list of its form, and those that would make no lead now, as a robot’s or a test, are left to be looked at one by one. Of \`conflict\`, each becomes a lead of its own, as with \`asOwnLead\` of \`replay-delivery\`.`,
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'deliveries:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    leadSourceId: z.uuid(),
    which: choice('ReplayableRequests', replayable)
      .default('rejected')
      .describe('`conflict`: with the `external_id` of another person’s lead'),
    cursor: z.uuid().optional(),
  }),
  output: z.object({
    accepted: z.int(),
    rejected: z.int().describe('Made no lead'),
    left: z.int().describe('Of these, the ones that are left to be looked at one by one'),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [leadSourceErrors.lead_source_not_found, transportErrors.quota_exceeded],
  examples: [
    { title: 'Release what was held', input: { leadSourceId: '01980000-0000-7000-8000-000000000000', which: 'held' as const } },
    { title: 'After its fields were chosen', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } },
  ],

  async run({ leadSourceId, which, cursor }, { org, db, now, newId, emit, fail, settings: foyer }) {
    const source = await findForReplay(db, { orgId: org.id, id: leadSourceId, foyer })
    if (!source) throw fail('lead_source_not_found')
    const settings = await findSettings(db, org.id)
    const open = await lockOpen(db, org.id, { keyId: leadSourceId, which, after: cursor, limit: atOnce })
    let accepted = 0
    let left = 0
    for (const refused of open) {
      if (!refused.body) continue
      try {
        if (!mayReplayAmongMany(source, refused.body, refused)) {
          left++
          continue
        }
        const read = await readReplayed(db, refused.body, source, settings.default_country, now())
        const lead = which === 'conflict' ? asOwnLead(read, refused) : read
        await acceptReplay({ db, orgId: org.id, now, newId, emit }, refused, { lead, body: refused.body, source, settings })
        accepted++
      } catch (error) {
        // What is still wrong with one of them keeps no other from being a lead.
        if (!(error instanceof Failure) || (error.code === 'quota_exceeded' && accepted === 0)) throw error
        if (error.code === 'quota_exceeded') break
      }
    }
    await noticeAfterReplay(db, source)
    return {
      accepted,
      rejected: open.length - accepted,
      left,
      next_cursor: open.length === atOnce ? (open.at(-1)?.id ?? null) : null,
    }
  },
})
