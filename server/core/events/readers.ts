import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { type AnyReaction, typesOf } from './reaction.ts'

/* Where reactions stand in the log: a cursor each. */

/** Of the log, from the cursor that is furthest behind. */
const eventsLooked = 1_000

/**
 * A reaction that is new begins with what happens from now on. Each process says so before it takes anything in: a server that is up an hour
 * before its first worker would else accept what no reaction ever hears of.
 */
export const openReactions = async (db: Db, reactions: readonly AnyReaction[]): Promise<void> => {
  await sql`
    select foyer.open_reaction(w.name) from (select unnest(${reactions.map(({ name }) => name)}::text[]) as name order by 1) w
    where not exists (select from directory.event_cursors c where c.reader = w.name)`.execute(db)
}

/** Moves those on for which nothing came that they want. Answers the others. Lost with a machine that dies, it is done again. */
export const passOver = async (db: Db, reactions: readonly AnyReaction[]): Promise<readonly AnyReaction[]> => {
  if (reactions.length === 0) return []
  const wanted = Object.fromEntries(reactions.map((reaction) => [reaction.name, typesOf(reaction)]))
  const { rows } = await sql<{ busy: string[] }>`
    select set_config('synchronous_commit', 'off', true), array(
      select foyer.pass_readers(${Object.keys(wanted)}::text[], ${JSON.stringify(wanted)}::jsonb, ${eventsLooked})) as busy`.execute(
    db,
  )
  const busy = rows[0]?.busy ?? []
  return reactions.filter(({ name }) => busy.includes(name))
}

/**
 * Waits for a reaction that is at work, and keeps it from the log until the transaction ends. Called after events were forgotten: what it had
 * read of them is written by then, and can be forgotten too; what it reads afterwards says nothing of them.
 */
export const lockReaction = async (db: Db, name: string): Promise<void> => {
  await sql`select from directory.event_cursors where reader = ${name} for update`.execute(db)
}
