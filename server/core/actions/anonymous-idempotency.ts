import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { Failure } from '../errors.ts'
import { digestId } from '../ids.ts'
import type { Vault } from '../vault.ts'
import type { Outcome } from './transactions.ts'

/** A call that is under way longer than this has died with its process; the next with its key runs. */
const inFlightSeconds = 60

/** The id under which the response of an anonymous call is stored. The key has no owner, so action, key and payload count together. */
export const anonymousCallId = (action: string, key: string, payload: string): string =>
  digestId(`anonymous ${action} ${key} ${payload}`)

/**
 * Gives the first answer to the same call within 24 hours once more, or runs it and keeps its answer. Throws `idempotency_in_flight` while
 * the first is under way. What fails is not kept: the next one runs again.
 */
export const answerOnce = async (
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  id: string,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  const { rows } = await sql<{ is_mine: boolean; answer: { sealed: string } | null }>`
    with begun as (
      insert into directory.anonymous_answers as a (id) values (${id})
      on conflict (id) do update set created_at = now(), answer = null
        where a.created_at < now() - interval '24 hours'
          or a.answer is null and a.created_at < now() - make_interval(secs => ${inFlightSeconds})
      returning id)
    select true as is_mine, null::jsonb as answer from begun
    union all
    select false, answer from directory.anonymous_answers where id = ${id}
    order by is_mine desc limit 1`.execute(database.db)
  const [found] = rows
  // Begun by another call after this statement had begun.
  if (!found) throw new Failure('idempotency_in_flight')
  if (!found.is_mine) {
    if (!found.answer) throw new Failure('idempotency_in_flight')
    return { output: JSON.parse(vault.open(found.answer.sealed, `answer ${id}`)), replayed: true }
  }
  try {
    const outcome = await run()
    const sealed = vault.seal(JSON.stringify(outcome.output), `answer ${id}`)
    await sql`update directory.anonymous_answers set answer = ${JSON.stringify({ sealed })}::jsonb where id = ${id}`.execute(
      database.db,
    )
    return outcome
  } catch (error) {
    await sql`delete from directory.anonymous_answers where id = ${id} and answer is null`.execute(database.db).catch(() => {})
    throw error
  }
}
