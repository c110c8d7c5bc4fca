import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { dataBlock } from '#domains/connections/ai-models/hostile-texts.ts'
import { choice, shape } from '#shapes'
import type { Input } from './card-records.ts'
import { type Card, digestOfCard, ProposedChange } from './cards.ts'

/** So long a person may approve one: what they saw may be another thing by then. */
const openMs = 30 * 60_000

/** `running`: approved, and not known yet whether it was done; approving it again is safe, since its id does it once. */
export const proposalStates = ['open', 'running', 'done', 'failed', 'expired', 'dismissed'] as const
export type ProposalState = (typeof proposalStates)[number]
export const AssistantProposalState = choice('AssistantProposalState', [...proposalStates])

/** A write that the assistant prepared: it happens when its person approves it, as it is shown, and once. */
export const AssistantProposal = shape('AssistantProposal', {
  id: z.uuid(),
  action: z.string(),
  title: z.string().describe('What it does, and the record by its name'),
  input: z.record(z.string(), z.unknown()).describe('What the action is called with, unchanged'),
  changes: z.array(ProposedChange),
  leaves: z.string().nullable().describe('What leaves the house by it, by which channel and to whom; null where nothing does'),
  card: z
    .string()
    .describe('A digest of title, changes and `leaves`. With it `approve-proposal` does what this says, or nothing'),
  state: AssistantProposalState,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  error: z.string().nullable().describe('Why it failed'),
})

type Row = Selectable<Tables['assistant_proposals']>

export const stateOf = ({ state, expires_at: ends }: Pick<Row, 'state' | 'expires_at'>, now: Date): ProposalState =>
  state === 'open' && ends <= now ? 'expired' : (state as ProposalState)

export const shownProposal = (row: Row, now: Date): z.output<typeof AssistantProposal> => ({
  ...{ id: row.id, action: row.action, input: JSON.parse(row.input), card: digestOfCard(cardOf(row)) },
  ...cardOf(row),
  changes: [...cardOf(row).changes],
  state: stateOf(row, now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  error: row.error_message,
})

/** The card as it was shown. Before there were labels a field stood there by its own name. */
export const cardOf = ({ title, leaves, changes }: Pick<Row, 'title' | 'leaves' | 'changes'>): Card => ({
  ...{ title, leaves },
  changes: (changes as Card['changes']).map((each) => ({ ...each, label: each.label ?? each.field })),
})

const digestOf = (action: string, input: string): Buffer => createHash('sha256').update(`${action}\n${input}`).digest()

/** Keeps what was shown, to the byte. */
export const addProposal = async (
  db: Db,
  { orgId, personId, conversationId }: { readonly orgId: string; readonly personId: string; readonly conversationId: string },
  proposed: Card & { readonly id: string; readonly action: string; readonly input: Input; readonly now: Date },
): Promise<Row> => {
  const { id, action, title, changes, leaves, now } = proposed
  const input = JSON.stringify(proposed.input)
  return db
    .insertInto('assistant_proposals')
    .values({
      ...{ org_id: orgId, id, conversation_id: conversationId, person_id: personId, action, input, title, leaves },
      ...{ digest: digestOf(action, input), changes: JSON.stringify(changes), created_at: now },
      expires_at: new Date(now.getTime() + openMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const proposalsOf = (db: Db, orgId: string, conversationId: string): Promise<Row[]> =>
  db
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute()

interface Own {
  readonly orgId: string
  readonly personId: string
}

/** A person's own: others neither see nor decide it. */
export const findProposal = (db: Db, { orgId, personId }: Own, id: string): Promise<Row | undefined> =>
  db
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()

/** What is being done for longer than this stopped on its way: its process is gone. */
const runningMs = 60_000

/** Takes one to be done, alone; undefined where it is not open, or being done. Throws where it is not what was shown. */
export const takeProposal = async (db: Db, own: Own, id: string, now: Date): Promise<Row | undefined> => {
  const taken = await db
    .updateTable('assistant_proposals')
    .set({ state: 'running', decided_at: now })
    .where('org_id', '=', own.orgId)
    .where('person_id', '=', own.personId)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'open'), where('expires_at', '>', now)]),
        where.and([where('state', '=', 'running'), where('decided_at', '<', new Date(now.getTime() - runningMs))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (taken && !digestOf(taken.action, taken.input).equals(taken.digest)) throw new Error('a proposal is not what was shown')
  return taken
}

export type Ending =
  | { readonly state: 'done'; readonly output: unknown }
  | { readonly state: 'failed'; readonly code: string; readonly message: string }
  /** It is not known whether it was done: its person may approve it again. */
  | { readonly state: 'open' }

export const endProposal = async (db: Db, orgId: string, id: string, ending: Ending): Promise<void> => {
  await db
    .updateTable('assistant_proposals')
    .set({
      state: ending.state,
      output: ending.state === 'done' ? JSON.stringify(ending.output ?? null) : null,
      ...(ending.state === 'failed' && { error_code: ending.code, error_message: ending.message }),
      ...(ending.state === 'open' && { decided_at: null }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Instead of being done it waits again, with what it would do now. */
export const showAnew = (
  db: Db,
  orgId: string,
  proposed: Card & { readonly id: string; readonly action: string; readonly input: Input },
): Promise<Row> => {
  const { id, action, title, changes, leaves } = proposed
  const input = JSON.stringify(proposed.input)
  return db
    .updateTable('assistant_proposals')
    .set({ ...{ input, title, leaves, state: 'open', decided_at: null }, digest: digestOf(action, input) })
    .set({ changes: JSON.stringify(changes) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False where it is not open. */
export const dismissProposal = async (db: Db, own: Own, id: string, now: Date): Promise<boolean> => {
  const dismissed = await db
    .updateTable('assistant_proposals')
    .set({ state: 'dismissed', decided_at: now })
    .where('org_id', '=', own.orgId)
    .where('person_id', '=', own.personId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return dismissed !== undefined
}

/** What became of proposals since the model last heard: said once, before the next question. */
export const takeDecisions = async (db: Db, orgId: string, conversationId: string, now: Date): Promise<string | null> => {
  const rows = await db
    .updateTable('assistant_proposals')
    .set({ told_at: now })
    .where('org_id', '=', orgId)
    .where('conversation_id', '=', conversationId)
    .where('told_at', 'is', null)
    .where((where) => where.or([where('state', 'in', ['done', 'failed', 'dismissed']), where('expires_at', '<=', now)]))
    .returning(['title', 'state', 'expires_at', 'error_message', sql<string>`left(output::text, 2000)`.as('output')])
    .execute()
  if (rows.length === 0) return null
  // Titles have names of records in them, and outputs whatever stands in those: none of it is the person's own word.
  const outcomes = rows.map((row) => {
    const { title } = row
    const state = stateOf(row, now)
    if (state === 'done') return { title, outcome: 'approved and done', output: row.output }
    if (state === 'failed') return { title, outcome: 'approved, but it failed', error: row.error_message }
    return { title, outcome: `${state}; nothing was done` }
  })
  return `The outcome of your proposals:\n${dataBlock({ outcomes })}`
}
