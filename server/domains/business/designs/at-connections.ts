import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { linkedRecords } from '#domains/crm/identities/moments.ts'
import { designProvider } from './accounts.ts'
import { failDesignJob, openStates } from './design-jobs.ts'
import { runDesignJobReference } from './job-references.ts'

/**
 * What waits for a consent goes on at once. Designs of the same account, whose connection was ended before, are of this one from now on: their
 * ids are the account's.
 */
export const resumeAtConnection = contribution({
  name: 'resume-designs-at-connection',
  to: connected,
  run: async ({ connectionId, provider, enqueue }, { db, orgId }) => {
    if (provider !== designProvider) return
    await sql`
      update designs d set connection_id = ${connectionId}
      from connections mine, connections old
      where mine.org_id = ${orgId} and mine.id = ${connectionId} and old.org_id = ${orgId} and old.id = d.connection_id
        and d.org_id = ${orgId} and old.id <> mine.id and old.provider = mine.provider and old.status = 'disconnected'
        and old.mode = mine.mode and old.account_id = mine.account_id
        and not exists (select from designs x where x.org_id = d.org_id and x.connection_id = mine.id and x.vendor_id = d.vendor_id)`.execute(
      db,
    )
    const waiting = await db
      .updateTable('design_jobs')
      .set({ next_at: sql<Date>`now()`, reason: null })
      .where('org_id', '=', orgId)
      .where('connection_id', '=', connectionId)
      .where('state', 'in', openStates)
      .where('leased_by', 'is', null)
      .where('next_at', '<', sql<Date>`now() + interval '1 day'`)
      .returning('id')
      .execute()
    for (const { id } of waiting) await enqueue(runDesignJobReference, { orgId, jobId: id })
  },
})

/** What is asked over a connection that ends is over. Designs, links and files that are kept here stay. */
export const endAtDisconnection = contribution({
  name: 'end-designs-at-disconnection',
  to: disconnected,
  run: async ({ connectionId, provider }, { db, orgId }) => {
    if (provider !== designProvider) return
    const open = await db
      .selectFrom('design_jobs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('connection_id', '=', connectionId)
      .where('state', 'in', openStates)
      .orderBy('id')
      .execute()
    for (const { id } of open) await failDesignJob(db, { org_id: orgId, id }, 'disconnected', new Date())
  },
})

/** A contact with designs is no blank one. */
export const linkedDesigns = contribution({
  name: 'linked-designs',
  to: linkedRecords,
  run: async () =>
    sql<boolean>`exists (select from design_links l where l.org_id = contacts.org_id and l.contact_id = contacts.id)`,
})
