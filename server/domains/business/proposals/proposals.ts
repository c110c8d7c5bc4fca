import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { clockOf } from '../documents/sealing.ts'
import { SignedRule } from '../templates/when-signed.ts'
import { Acceptance, acceptanceOf, findAcceptance, ProposalLineShown } from './acceptances.ts'
import { ProposalContent, priceChosen, pricedChoices, readContent } from './contents.ts'
import { findHistory, ProposalEvent } from './history.ts'
import { ProposalStatus } from './proposal-facts.ts'

export type ProposalRow = Selectable<Tables['proposals']>

export const ProposalBrief = shape('Proposal', {
  id: z.uuid(),
  title: z.string(),
  status: ProposalStatus,
  version: z.int().describe('That was sent last; 0 before the first'),
  has_changes: z.boolean().describe('Something was written that is not sent yet'),
  deal_id: z.uuid(),
  contact_id: z.uuid(),
  client_name: z.string(),
  client_email: z.string(),
  locale: z.string(),
  currency: z.string(),
  sent_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable().describe('It can be accepted until then'),
  accepted_at: z.iso.datetime().nullable(),
  accepted_total_minor: z.int().nullable().describe('With tax'),
  created_at: z.iso.datetime(),
})

const ProposalVersion = shape('ProposalVersion', { version: z.int(), sent_at: z.iso.datetime(), sha256: z.string() })

export const ProposalDetail = shape('ProposalDetail', {
  ...ProposalBrief.shape,
  status_reason: z.string().nullable(),
  valid_days: z.int().describe('How long each version can be accepted'),
  when_accepted: SignedRule.nullable(),
  content: ProposalContent.describe('As it is written now'),
  lines: z.array(ProposalLineShown).describe('Lines of `content`, priced'),
  least_total_minor: z.int().describe('With tax, without any option'),
  most_total_minor: z.int().describe('With tax, with all options'),
  acceptance: Acceptance.nullable(),
  versions: z.array(ProposalVersion),
  history: z.array(ProposalEvent),
})

export const findProposal = (db: Db, orgId: string, id: string): Promise<ProposalRow | undefined> =>
  db.selectFrom('proposals').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** A proposal with the time of the database, locked until the transaction ends: whatever else would change it waits. */
export const lockProposal = async (
  db: Db,
  orgId: string,
  id: string,
): Promise<(ProposalRow & { readonly at: Date }) | undefined> => {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, at: await clockOf(db) }
}

/** Whether its client can answer it now: it expires by a job, some time after its end. */
export const isOpen = ({ status, ends_at }: Pick<ProposalRow, 'status' | 'ends_at'>, at: Date): boolean =>
  status === 'sent' && ends_at !== null && ends_at > at

/** A version that was sent. */
export const findVersion = async (
  db: Db,
  orgId: string,
  proposalId: string,
  version: number,
): Promise<{ readonly content: ProposalContent; readonly sha256: Buffer } | undefined> => {
  const row = await db
    .selectFrom('proposal_versions')
    .select(['content', 'sha256'])
    .where('org_id', '=', orgId)
    .where('proposal_id', '=', proposalId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { content: readContent(row.content), sha256: row.sha256 }
}

/** What the next version would say: the draft, or the last version. */
export const contentNow = async (db: Db, row: ProposalRow): Promise<ProposalContent> => {
  if (row.draft !== null) return readContent(row.draft)
  const sent = await findVersion(db, row.org_id, row.id, row.version)
  if (!sent) throw new Error('a proposal without a draft has a version')
  return sent.content
}

export interface Wanted {
  readonly status?: ProposalStatus | undefined
  readonly dealId?: string | undefined
  readonly contactIds?: readonly string[] | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Newest first. */
export const listProposalsOf = async (
  db: Db,
  orgId: string,
  { status, dealId, contactIds, before, limit }: Wanted,
): Promise<{ proposals: z.output<typeof ProposalBrief>[]; next: string | null }> => {
  let query = db
    .selectFrom('proposals')
    .leftJoin('proposal_acceptances', (join) =>
      join
        .onRef('proposal_acceptances.org_id', '=', 'proposals.org_id')
        .onRef('proposal_acceptances.proposal_id', '=', 'proposals.id'),
    )
    .selectAll('proposals')
    .select(['proposal_acceptances.accepted_at', 'proposal_acceptances.total_minor'])
    .where('proposals.org_id', '=', orgId)
  if (status) query = query.where('proposals.status', '=', status)
  if (dealId) query = query.where('proposals.deal_id', '=', dealId)
  if (contactIds) query = query.where('proposals.contact_id', 'in', contactIds)
  if (before) query = query.where('proposals.id', '<', before)
  const rows = await query
    .orderBy('proposals.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const proposals = page.map((row) => briefOf(row, row.accepted_at, row.total_minor))
  return { proposals, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const briefOf = (
  row: ProposalRow,
  acceptedAt: Date | null,
  totalMinor: number | string | null,
): z.output<typeof ProposalBrief> =>
  ProposalBrief.parse({
    ...row,
    has_changes: row.version > 0 && row.draft !== null,
    sent_at: row.sent_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    accepted_at: acceptedAt?.toISOString() ?? null,
    accepted_total_minor: totalMinor === null ? null : Number(totalMinor),
    created_at: row.created_at.toISOString(),
  })

export const showProposalOf = async (
  db: Db,
  orgId: string,
  id: string,
): Promise<z.output<typeof ProposalDetail> | undefined> => {
  const row = await findProposal(db, orgId, id)
  if (!row) return undefined
  const content = await contentNow(db, row)
  const accepted = await findAcceptance(db, orgId, id)
  const acceptedContent = accepted && (await findVersion(db, orgId, id, accepted.version))?.content
  const versions = await db
    .selectFrom('proposal_versions')
    .select(['version', 'sent_at', 'sha256'])
    .where('org_id', '=', orgId)
    .where('proposal_id', '=', id)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
  const options = new Set(content.lines.map((line) => line.id))
  return ProposalDetail.parse({
    ...briefOf(row, accepted?.accepted_at ?? null, accepted?.total_minor ?? null),
    title: content.title,
    status_reason: row.status_reason,
    valid_days: row.valid_days,
    when_accepted: row.when_accepted,
    content,
    lines: pricedChoices(content),
    least_total_minor: priceChosen(content, new Set()).total_minor,
    most_total_minor: priceChosen(content, options).total_minor,
    acceptance: accepted && acceptedContent ? acceptanceOf(accepted, acceptedContent) : null,
    versions: versions.map(({ version, sent_at, sha256 }) => ({
      ...{ version, sent_at: sent_at.toISOString(), sha256: sha256.toString('hex') },
    })),
    history: await findHistory(db, orgId, id),
  })
}

/** Changes a proposal that the caller has locked. */
export const changeProposal = async (
  db: Db,
  { org_id, id }: Pick<ProposalRow, 'org_id' | 'id'>,
  set: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await db
    .updateTable('proposals')
    .set({ ...set, updated_at: sql`now()` })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute()
}
