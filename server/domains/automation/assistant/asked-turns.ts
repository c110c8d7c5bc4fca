import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { storable } from '#domains/connections/ai-models/hostile-texts.ts'
import type { AiSaid, AiToolCall, AiToolResult, AiTurn } from '#ports/ai.ts'
import type { AiMeta } from './ai-meta.ts'
import type { SeenRecord } from './records.ts'
import type { Look } from './tools.ts'

/** A turn as it is kept: what goes back to a model, and what is shown beside its text. */
export type KeptTurn =
  | { readonly role: 'user'; readonly text: string; readonly content: { readonly notes: string | null } }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly content: {
        readonly calls: readonly AiToolCall[]
        /** Null of an answer that broke off. */
        readonly said: AiSaid | null
        readonly meta: AiMeta | null
        /** It broke off, or was stopped: the text is not the whole answer. */
        readonly isCut: boolean
      }
    }
  | {
      readonly role: 'tools'
      readonly text: ''
      readonly content: {
        readonly results: readonly AiToolResult[]
        readonly looks: readonly Look[]
        readonly records: readonly SeenRecord[]
      }
    }

export const keepTurns = async (
  db: Db,
  orgId: string,
  conversationId: string,
  turns: readonly KeptTurn[],
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(place) + 1, 0) as next from assistant_turns
    where org_id = ${orgId} and conversation_id = ${conversationId}`.execute(db)
  const next = rows[0]?.next ?? 0
  await db
    .insertInto('assistant_turns')
    .values(
      turns.map(({ role, text, content }, at) => ({
        ...{ org_id: orgId, conversation_id: conversationId, place: next + at, role, text: storable(text) },
        ...{ content: JSON.stringify(storable(content)), created_at: now },
      })),
    )
    .execute()
}

type Row = Selectable<Tables['assistant_turns']>

const keptOf = ({ role, text, content }: Row): KeptTurn => ({ role, text, content }) as KeptTurn

export const turnsOf = async (db: Db, orgId: string, conversationId: string): Promise<(KeptTurn & { readonly at: Date })[]> => {
  const rows = await db
    .selectFrom('assistant_turns')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('conversation_id', '=', conversationId)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({ ...keptOf(row), at: row.created_at }))
}

/**
 * The turns as a model is given them. Two of the user in a row, where an answer never came, are one; calls whose results were not kept,
 * because the process ended, are left out with their turn.
 */
export const asTalk = (kept: readonly KeptTurn[]): AiTurn[] => {
  const turns: AiTurn[] = []
  for (const [at, turn] of kept.entries()) {
    const last = turns.at(-1)
    if (turn.role === 'tools') turns.push({ role: 'tools', results: turn.content.results })
    else if (turn.role === 'assistant') {
      const { calls, said, isCut } = turn.content
      if (calls.length > 0 && kept[at + 1]?.role !== 'tools') continue
      if (isCut && turn.text === '') continue
      turns.push({ role: 'assistant', text: turn.text, calls, ...(said && { said }) })
    } else {
      const text = [turn.content.notes, turn.text].filter(Boolean).join('\n\n')
      if (last?.role === 'user') turns[turns.length - 1] = { role: 'user', text: `${last.text}\n\n${text}` }
      else turns.push({ role: 'user', text })
    }
  }
  return turns
}
