import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { ContactRow } from '../identities/merge-groups.ts'
import { leadErrors } from '../leads/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { lockStandingContact } from '../records/standing-contacts.ts'
import { dealErrors } from './errors.ts'
import { defaultPipeline, findPipeline, lockFirstStage, lockStage, type StageRow } from './pipelines.ts'

/** For whom a deal is made. */
export interface Whom {
  readonly contactId: string
  /** All their records, which are held: two who make a deal of a lead at the same moment make one. */
  readonly people: ReadonlyMap<string, ContactRow>
  readonly leadId: string | null
  /** Who takes care of the lead. */
  readonly owner: string | null
  readonly name: string | null
  readonly company: string | null
}

/** A deal of a contact. Throws `contact_not_found` and `record_in_bin`. */
export const whomOfContact = async (db: Db, orgId: string, id: string): Promise<Whom> => {
  const { record, contactId, group } = await lockStandingContact(db, orgId, id)
  const { full_name: name, company } = record
  return { contactId, people: group, leadId: null, owner: null, name, company }
}

/** A deal of a lead goes to its owner. Throws `lead_not_found` and `record_in_bin`. */
export const whomOfLead = async (db: Db, orgId: string, leadId: string): Promise<Whom> => {
  const lead = await db
    .selectFrom('leads')
    .select(['contact_id', 'full_name', 'owner_id', 'deleted_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', leadId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!lead) throw new Failure(leadErrors.lead_not_found)
  if (lead.deleted_at) throw new Failure(recordErrors.record_in_bin)
  const whom = await whomOfContact(db, orgId, lead.contact_id)
  const owner = lead.owner_id && (await findMember(db, orgId, lead.owner_id))
  return { ...whom, leadId, owner: owner ? owner.id : null, name: lead.full_name ?? whom.name }
}

/**
 * The stage in which a new deal begins: that one, else the first of that pipeline, else of the default one. It is held until the transaction
 * ends. Throws `stage_not_found` and `pipeline_not_found`.
 */
export const lockOpenStage = async (
  db: Db,
  orgId: string,
  { pipelineId, stageId }: { readonly pipelineId?: string | undefined; readonly stageId?: string | undefined },
): Promise<StageRow> => {
  if (stageId !== undefined) {
    const stage = await lockStage(db, orgId, stageId)
    if (pipelineId !== undefined && stage.pipeline_id !== pipelineId) throw new Failure(dealErrors.stage_not_found)
    if (stage.kind === 'open') return stage
    throw new Failure('bad_request', { message: 'A deal must start in an open stage.', field: 'stageId' })
  }
  const pipeline = pipelineId === undefined ? await defaultPipeline(db, orgId) : await findPipeline(db, orgId, pipelineId)
  if (!pipeline) throw new Failure(dealErrors.pipeline_not_found)
  return lockFirstStage(db, orgId, pipeline.id)
}
