import { z } from 'zod'
import type { Db, Emit } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { AuthorWorkflow, choice, Reference, shape } from '#shapes'
import { proposalEvents } from './events.ts'
import { findProposalFacts } from './proposal-facts.ts'

const ProposalEventKind = choice('ProposalEventKind', ['created', 'sent', 'accepted', 'declined', 'expired', 'withdrawn'])
export type ProposalEventKind = z.output<typeof ProposalEventKind>

export const ProposalEvent = shape('ProposalEvent', {
  id: z.uuid(),
  kind: ProposalEventKind,
  version: z.int(),
  at: z.iso.datetime(),
  person: Reference.nullable().describe('The member who did it'),
  workflow: AuthorWorkflow,
  name: z.string().nullable().describe('Of the client, as typed'),
})

/** The first first. */
export const findHistory = async (db: Db, orgId: string, proposalId: string): Promise<z.output<typeof ProposalEvent>[]> => {
  const rows = await db
    .selectFrom('proposal_events')
    .leftJoin('directory.people', 'directory.people.id', 'proposal_events.person_id')
    .selectAll('proposal_events')
    .select('directory.people.name as person_name')
    .where('org_id', '=', orgId)
    .where('proposal_id', '=', proposalId)
    .orderBy('proposal_events.id')
    .limit(500)
    .execute()
  return rows.map((row) =>
    ProposalEvent.parse({
      ...row,
      at: row.at.toISOString(),
      person: row.person_id !== null && row.person_name !== null ? { id: row.person_id, name: row.person_name } : null,
    }),
  )
}

interface Happened {
  readonly kind: ProposalEventKind
  readonly version: number
  readonly at: Date
  readonly personId?: string | null
  readonly name?: string | null
}

const eventOf = {
  sent: 'sent',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'ended',
  withdrawn: 'ended',
} as const satisfies Readonly<Record<string, keyof typeof proposalEvents>>

/** Writes down what happened to a proposal, and tells pages and webhooks of it as it stands now. */
export const recordProposalEvent = async (
  { db, orgId, emit }: { readonly db: Db; readonly orgId: string; readonly emit: Emit },
  proposalId: string,
  { kind, version, at, personId = null, name = null }: Happened,
): Promise<void> => {
  await db
    .insertInto('proposal_events')
    .values({ org_id: orgId, id: newId(), proposal_id: proposalId, kind, version, at, person_id: personId, name })
    .execute()
  if (kind === 'created') {
    await emit(proposalEvents.updated, proposalId, { change: 'created' })
    return
  }
  const [proposal] = await findProposalFacts(db, orgId, [proposalId])
  if (proposal) await emit(proposalEvents[eventOf[kind]], proposalId, { proposal })
}
