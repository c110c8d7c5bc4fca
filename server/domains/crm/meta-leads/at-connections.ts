import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { lockSource } from '../lead-sources/lead-sources.ts'
import { joinPageReference } from './job-references.ts'
import { settlePageTrouble } from './page-troubles.ts'
import { changePage, minutesAfter, type PageRow, pollMinutes } from './pages.ts'

/**
 * Pages of an account that is connected again go on at once. One that was disconnected comes back as another connection: pages of the same
 * account at Meta follow it.
 */
export const joinAtConnection = contribution({
  name: 'join-meta-pages-at-connection',
  to: connected,
  run: async ({ connectionId, provider, enqueue }, { db, orgId }) => {
    if (provider !== 'meta') return
    const { rows } = await sql<PageRow>`
      select p.* from meta_pages p
      where p.org_id = ${orgId} and p.state <> 'off' and (p.connection_id = ${connectionId} or exists (
        select from connections old join connections new on new.org_id = old.org_id and new.account_id = old.account_id
        where old.org_id = p.org_id and old.id = p.connection_id and old.status = 'disconnected' and new.id = ${connectionId}))
      order by p.source_id for update of p`.execute(db)
    for (const page of rows) {
      const next = minutesAfter(new Date(), pollMinutes)
      await changePage(db, page, { connection_id: connectionId, state: 'joining', reason: null, next_poll_at: next })
      await enqueue(joinPageReference, { orgId, sourceId: page.source_id })
    }
  },
})

/** The tokens of its pages go with a connection. */
export const leaveAtDisconnection = contribution({
  name: 'leave-meta-pages-at-disconnection',
  to: disconnected,
  run: async ({ connectionId }, { db, orgId }) => {
    const pages = await db
      .selectFrom('meta_pages')
      .select(['org_id', 'source_id'])
      .where('org_id', '=', orgId)
      .where('connection_id', '=', connectionId)
      .orderBy('source_id')
      .execute()
    for (const { source_id: sourceId } of pages) await lockSource(db, orgId, sourceId)
    await db
      .updateTable('meta_pages')
      .set((set) => ({
        ...{ token_sealed: null, is_followed: false, next_poll_at: null },
        state: set.case().when('state', '=', 'off').then('off').else('disconnected').end(),
        reason: 'The connection to Meta was disconnected.',
      }))
      .where('org_id', '=', orgId)
      .where('connection_id', '=', connectionId)
      .execute()
    for (const page of pages) await settlePageTrouble(db, page, new Date())
  },
})
