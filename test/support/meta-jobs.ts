import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { recordAnnounced } from '#domains/crm/meta-leads/announced-leads.ts'
import { fetchMetaLeads } from '#domains/crm/meta-leads/fetch-meta-leads.ts'
import { joinMetaPage } from '#domains/crm/meta-leads/join-meta-page.ts'
import { findPage } from '#domains/crm/meta-leads/pages.ts'
import { pollMetaPage } from '#domains/crm/meta-leads/poll-meta-page.ts'
import type { Someone } from './app.ts'
import { openJobContext } from './job-context.ts'
import { addMetaSource, connectMeta, type MetaSource, metaForms, metaPages, metaSettings, startMeta } from './meta.ts'

/** A page that is a source, and whose. */
export type MetaPageOf = MetaSource & { readonly who: Someone; readonly connectionId: string }

/** A server beside a sandbox that plays Meta, without a worker: the jobs of pages are run here, at a time that the test chooses. */
export const startMetaJobs = async (options: Parameters<typeof startMeta>[0] = {}) => {
  const running = await startMeta({ ...options, hasWorker: false })
  const { app, meta } = running
  const jobs = await openJobContext(app, metaSettings(running.sandbox.address))
  const contextAt = (aheadMs = 0, more: Partial<JobContext> = {}): JobContext => ({
    ...jobs.context,
    now: () => new Date(Date.now() + aheadMs),
    ...more,
  })
  const dataOf = ({ id, who }: MetaPageOf) => ({ orgId: who.orgId, sourceId: id })
  const join = (source: MetaPageOf, { isRefused = false, aheadMs = 0 } = {}): Promise<void> =>
    joinMetaPage.run({ ...dataOf(source), isRefused }, contextAt(aheadMs))
  return {
    ...running,
    context: jobs.context,
    join,
    fetchAll: (source: MetaPageOf, aheadMs = 0, more: Partial<JobContext> = {}): Promise<void> =>
      fetchMetaLeads.run(dataOf(source), contextAt(aheadMs, more)),
    poll: (source: MetaPageOf, aheadMs = 0, more: Partial<JobContext> = {}): Promise<void> =>
      pollMetaPage.run(dataOf(source), contextAt(aheadMs, more)),
    /** A page with all its forms that works, of an organization of its own. */
    async joined(): Promise<MetaPageOf> {
      // Times at Meta are whole seconds: leads of the test before are older than this source.
      await sleep(1_020 - (Date.now() % 1_000))
      const who = await app.given.organization(undefined, { defaultCountry: 'DE' })
      const connectionId = await connectMeta(app, who)
      const source = await addMetaSource(app, who, { connectionId, pageId: metaPages.alder })
      await join({ ...source, who, connectionId })
      assert.equal((await source.show()).state, 'working')
      return { ...source, who, connectionId }
    },
    /** A lead at Meta that no notification tells of. */
    fillSilently: (formId: string, email: string, more: object = {}): Promise<string> =>
      meta.fill(formId, { email, isSilent: true, ...more }),
    emailsOf: async (source: MetaSource): Promise<readonly (string | null)[]> =>
      (await source.leads()).map(({ email }) => email).sort(),
    /** A lead at Meta, announced as the webhook records it. */
    async announced(source: MetaPageOf, filled: object): Promise<string> {
      const leadId = await meta.fill(metaForms.kitchen, filled)
      await app.database.inOrg(source.who.orgId, async (db) => {
        const page = await findPage(db, source.who.orgId, source.id)
        assert.ok(page)
        const told = { page, leadId, formId: metaForms.kitchen, createdAt: new Date() }
        await recordAnnounced(db, source.who.orgId, [told], new Date())
      })
      return leadId
    },
    /** Whether the clock has leads of a source fetched at a time, or its page polled. */
    async due(source: MetaSource, aheadMs: number, what: 'leads' | 'anything' = 'leads'): Promise<boolean> {
      const { rows } = await sql<{ source_id: string; has_leads: boolean }>`
        select source_id, has_leads from due_meta_pages(${new Date(Date.now() + aheadMs)}, 10000)`.execute(app.database.db)
      return rows.some(({ source_id: id, has_leads: hasLeads }) => id === source.id && (hasLeads || what === 'anything'))
    },
    /** What admins are told of a source: facts, by the kind of the notice. */
    noticesOf: (source: MetaPageOf): Promise<readonly { kind: string; id: string; facts: unknown }[]> =>
      app.database.inOrg(source.who.orgId, (db) =>
        db
          .selectFrom('notices')
          .select(['kind', 'id', 'facts'])
          .where('org_id', '=', source.who.orgId)
          .where('subject_id', '=', source.id)
          .orderBy('kind')
          .execute(),
      ),
    async stop(): Promise<void> {
      await jobs.close()
      await running.stop()
    },
  }
}
