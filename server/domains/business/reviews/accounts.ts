import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { accessToken, inJob } from '#domains/connections/connections/access-tokens.ts'
import { type ConnectionRow, findConnections } from '#domains/connections/connections/connections.ts'
import { providerOf } from '#domains/connections/connections/providers.ts'
import type { Reviews } from '#ports/reviews.ts'

const provider = 'google'

/** Whether its owner let Foyer read and answer reviews. */
export const mayRead = (row: Pick<ConnectionRow, 'provider' | 'scopes' | 'owner_id'>): boolean => {
  const wanted = providerOf(provider).oauth?.service.scopesOfReviews ?? []
  return row.provider === provider && row.owner_id === null && wanted.every((scope) => row.scopes.includes(scope))
}

/** The workspace's connections that may read reviews, oldest first. */
export const findReviewConnections = async (db: Db, orgId: string): Promise<readonly ConnectionRow[]> =>
  (await findConnections(db, orgId)).filter(mayRead)

/** The reviews that a connection sees, with a token that is good at each call. */
export const openReviews = (
  context: JobContext,
  connection: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
): Reviews =>
  context.ports.reviews.open({
    ...{ orgId: connection.org_id, connectionId: connection.id, provider: connection.provider },
    mode: connection.mode as 'live' | 'test' | 'sandbox',
    accessToken: () => accessToken(inJob(context, connection.org_id), connection.id),
  })

/** When a connection is read next by the clock; null: not before it is connected again. */
export const planNextRun = async (db: Db, orgId: string, connectionId: string, at: Date | null): Promise<void> => {
  await sql`
    insert into review_accounts (org_id, connection_id, next_run_at) values (${orgId}, ${connectionId}, ${at})
    on conflict (org_id, connection_id) do update set next_run_at = excluded.next_run_at, updated_at = now()`.execute(db)
}

/**
 * Keeps a connection from ending until the transaction does. Before a run is locked: a disconnection holds the connection first, and then asks
 * for the run.
 */
export const keepConnection = async (db: Db, orgId: string, connectionId: string): Promise<void> => {
  await sql`select from connections where org_id = ${orgId} and id = ${connectionId} for key share`.execute(db)
}
