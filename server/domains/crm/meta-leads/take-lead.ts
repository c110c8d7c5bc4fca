import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { BaseContext, Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import type { AdLead } from '#ports/lead-ads.ts'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { findForReplay, type ReplayedSource } from '../lead-sources/lead-sources.ts'
import { isDummyLead, metaPage } from '../lead-sources/meta/meta-page.ts'
import { readSourceLead } from '../lead-sources/source-leads.ts'
import { noticeTroubles } from '../lead-sources/source-troubles.ts'
import { quotaExceeded } from '../leads/quotas.ts'
import { leadRow, takeThroughRaces } from '../leads/take-leads.ts'
import { markMended } from '../request-log/deliveries.ts'
import { type RecordedDelivery, statementOf } from '../request-log/recorded-deliveries.ts'
import { type AnnouncedLead, settle } from './announced-leads.ts'
import { metaLeadNotices } from './notices.ts'
import type { PageRow } from './pages.ts'
import type { Trial } from './trials.ts'

type Taking = Pick<BaseContext, 'now' | 'newId' | 'settings'>

/**
 * What was fetched becomes a lead by the rules of the intake, or a delivery that says why it is none; in one transaction with the mark that
 * it did. The caller holds `announced`. Answers the outcome.
 */
export const takeLead = async (
  db: Db,
  { now, newId, settings }: Taking,
  announced: AnnouncedLead,
  lead: AdLead,
  { isTest, doubt }: Trial,
): Promise<'taken' | 'rejected' | 'test'> => {
  const { org_id: orgId, source_id: sourceId } = announced
  const deliveryId = newId()
  const text = JSON.stringify(lead.raw)
  if (isTest || announced.is_trial || isDummyLead(lead.raw)) {
    const kept = {
      status: 200,
      outcome: 'test' as const,
      code: 'test_lead',
      message: 'A test lead of Meta: the connection works.',
    }
    await recordDelivery(db, { orgId, sourceId, deliveryId, body: text }, kept)
    await settle(db, announced, { state: 'test', deliveryId, reason: null }, now())
    return 'test'
  }
  const source = await findForReplay(db, { orgId, id: sourceId, foyer: settings })
  if (!source) throw new Error('a page of Meta without its source')
  try {
    const leadId = await take(db, now, source, { deliveryId, text, value: lead.raw })
    await settle(db, announced, { state: 'taken', deliveryId, reason: doubt }, now())
    // A request of before, in the log as failed.
    if (announced.delivery_id) await markMended(db, orgId, announced.delivery_id, deliveryId, leadId)
    return 'taken'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const kept = {
      status: error.status,
      outcome: 'rejected' as const,
      code: error.code,
      field: error.field,
      message: error.message,
    }
    await recordDelivery(db, { orgId, sourceId, deliveryId, body: isTooLarge(text) ? null : text }, kept)
    await settle(db, announced, { state: 'rejected', deliveryId, reason: error.message }, now())
    return 'rejected'
  }
}

const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > metaPage.bodyLimitBytes

const take = async (
  db: Db,
  now: () => Date,
  source: ReplayedSource,
  { deliveryId, text, value }: { readonly deliveryId: string; readonly text: string; readonly value: unknown },
): Promise<string> => {
  if (isTooLarge(text)) throw new Failure('body_too_large')
  const { default_country: defaultCountry, lead_quota_per_month: quota } = await findSettings(db, source.orgId)
  const { lead } = readSourceLead(metaPage, source as never, { text, value }, { defaultCountry, now: now() })
  const row = leadRow({
    ...{ orgId: source.orgId, lead, via: 'source', deliveryId, keyId: source.id },
    ...{ body: Buffer.from(text), quota },
  })
  const result = await takeThroughRaces(db, row, now())
  if (result.outcome === 'over_quota') throw quotaExceeded(now())
  if (!('leadId' in result)) throw new Error('a lead of a source has no Idempotency-Key')
  if (result.conflict) await noticeTroubles(db, source)
  return result.leadId
}

/** An entry of a form's list that is no lead: it stands in the request log as it came, once however often it is listed. */
export const keepUnreadable = async (
  db: Db,
  { now, newId }: Taking,
  { page, formId, entry }: { readonly page: PageRow; readonly formId: string; readonly entry: unknown },
): Promise<void> => {
  const { org_id: orgId, source_id: sourceId } = page
  const deliveryId = newId()
  const text = JSON.stringify(entry)
  const { status, code, message } = leadSourceErrors.meta_lead_unreadable
  const at = now()
  const added = await db
    .insertInto('meta_leads')
    .values({
      ...{ org_id: orgId, id: newId(), source_id: sourceId, form_id: formId, delivery_id: deliveryId },
      // Its id may be another one's, if it has any.
      ...{ lead_id: `sha256:${createHash('sha256').update(text).digest('hex')}`, state: 'rejected', reason: message },
      ...{ created_at: at, next_try_at: at, try_until: at, settled_at: at },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'source_id', 'lead_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  const body = isTooLarge(text) ? null : text
  await recordDelivery(db, { orgId, sourceId, deliveryId, body }, { status, outcome: 'rejected', code, message })
}

/** A lead that cannot be fetched: it stands in the request log with its ids, and can be fetched again. */
export const giveUp = async (
  db: Db,
  { now, newId }: Taking,
  { announced, page, reason }: { readonly announced: AnnouncedLead; readonly page: PageRow; readonly reason: string },
): Promise<void> => {
  const { org_id: orgId, source_id: sourceId, lead_id: leadgenId, form_id: formId } = announced
  const deliveryId = newId()
  const told = { leadgen_id: leadgenId, form_id: formId, page_id: page.page_id }
  const { status, code } = leadSourceErrors.meta_lead_not_fetched
  await recordDelivery(
    db,
    { orgId, sourceId, deliveryId, body: JSON.stringify({ ...told, created_time: announced.created_at.toISOString() }) },
    { status, outcome: 'rejected', code, message: `Meta announced this lead, and it could not be fetched. ${reason}` },
  )
  await settle(db, announced, { state: 'failed', deliveryId, reason }, now())
  await noticeFailed(db, orgId, sourceId)
}

/** Raised while there are failed ones. */
export const noticeFailed = async (db: Db, orgId: string, sourceId: string): Promise<void> => {
  const { rows } = await sql<{ name: string; failed: number }>`
    select s.name, (select count(*)::int from meta_leads l where l.org_id = s.org_id and l.source_id = s.id and l.state = 'failed') as failed
    from lead_sources s where s.org_id = ${orgId} and s.id = ${sourceId}`.execute(db)
  const { name = '', failed = 0 } = rows[0] ?? {}
  const notice = metaLeadNotices.meta_leads_failed
  if (failed === 0) return clearNotice(db, orgId, notice, sourceId)
  await raiseNotice(db, orgId, { notice, subjectId: sourceId, facts: { name, leads: failed } })
}

/** What makes no lead stands in the request log, in the transaction of the caller. */
export const recordDelivery = async (
  db: Db,
  { sourceId, ...of }: Pick<RecordedDelivery, 'orgId' | 'deliveryId' | 'body'> & { readonly sourceId: string },
  kept: Pick<RecordedDelivery, 'status' | 'outcome' | 'code' | 'field' | 'message'>,
): Promise<void> => {
  const { text, values } = statementOf({ ...kept, ...of, keyId: sourceId })
  await db.executeQuery(CompiledQuery.raw(text, values))
}
