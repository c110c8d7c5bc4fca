import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { lockOpenStage } from '#domains/crm/deals/new-deal-subjects.ts'
import { findStage } from '#domains/crm/deals/pipelines.ts'
import { setFields } from '#domains/crm/fields/record-fields.ts'
import { GivenFields } from '#domains/crm/fields/values.ts'
import { leadErrors } from '#domains/crm/leads/errors.ts'
import { ChosenLeadState } from '#domains/crm/leads/states.ts'
import type { PlainRecordKind } from '#domains/crm/records/records.ts'
import { tagErrors } from '#domains/crm/tags/errors.ts'
import { findTags } from '#domains/crm/tags/tags.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMember } from '#domains/platform/users/users.ts'
import { choice } from '#shapes'
import { countConditions, ListFilter } from '../lists/filters.ts'
import { bulkChangeErrors } from './errors.ts'
import { mostNamed } from './limits.ts'

export const changeTypes = ['assign', 'tag', 'set_fields', 'set_state', 'open_deals', 'move', 'delete'] as const
export const ChangeType = choice('BulkChangeType', changeTypes)
export type ChangeType = z.output<typeof ChangeType>

export const ChangedKind = choice('BulkChangeKind', ['lead', 'contact', 'company', 'deal', 'task'])
export type ChangedKind = z.output<typeof ChangedKind>

/** What changes each kind has. */
export const changesOfKind: Readonly<Record<ChangedKind, readonly ChangeType[]>> = {
  lead: ['assign', 'tag', 'set_fields', 'set_state', 'open_deals', 'delete'],
  contact: ['assign', 'tag', 'set_fields', 'open_deals', 'delete'],
  company: ['assign', 'tag', 'set_fields', 'delete'],
  deal: ['assign', 'tag', 'set_fields', 'move', 'delete'],
  task: ['assign', 'delete'],
}

const TagIds = z.array(z.uuid()).max(20).default([])
const LostReason = z.string().trim().max(1_000).optional()

export const WantedChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign'), ownerId: z.uuid().nullable().describe('A member; null: without an owner') }),
  z.object({ type: z.literal('tag'), add: TagIds, remove: TagIds }).describe('Ids of tags'),
  z.object({ type: z.literal('set_fields'), fields: GivenFields }),
  z.object({
    type: z.literal('set_state'),
    state: ChosenLeadState,
    reason: z.string().trim().max(500).optional().describe('Why they are not a fit; required then'),
  }),
  z.object({
    type: z.literal('open_deals'),
    pipelineId: z.uuid().optional().describe('Default: the default pipeline'),
    stageId: z.uuid().optional().describe('Default: the first stage'),
  }),
  z.object({ type: z.literal('move'), stageId: z.uuid(), lostReason: LostReason.describe('Required for a lost stage') }),
  z.object({ type: z.literal('delete') }),
])
export type WantedChange = z.output<typeof WantedChange>

/**
 * Which records. What names none is refused: an empty or misspelt selection must not come to mean every record of the workspace, which `all`
 * says.
 */
export const ChangedSelection = z.strictObject({
  recordIds: z.array(z.uuid()).min(1).max(mostNamed).optional().describe('Records that are named'),
  filter: ListFilter.optional().describe('Or all that match, with at least one condition'),
  search: z.string().trim().max(200).optional().describe('Or, and, all that a search finds'),
  all: z.literal(true).optional().describe('Or all of the kind: where neither a filter nor a search says which'),
  exceptIds: z.array(z.uuid()).max(mostNamed).default([]).describe('Of those that match, not these'),
})
export type ChangedSelection = z.output<typeof ChangedSelection>

/** Throws `bad_request` where a selection says two things, or nothing. */
export const checkSelection = ({ recordIds, filter, search, all, exceptIds }: ChangedSelection): void => {
  const isNarrowed = Boolean(search) || (filter !== undefined && countConditions(filter) > 0)
  if (recordIds && (filter || search || all || exceptIds.length > 0))
    throw new Failure('bad_request', {
      message: 'of.recordIds: go without filter, search, all and exceptIds',
      field: 'of.recordIds',
    })
  if (!recordIds && !isNarrowed && !all)
    throw new Failure('bad_request', {
      message: 'of: names no records: send recordIds, a filter with a condition, a search, or all: true',
      field: 'of',
    })
}

/** What a key needs to change single records so: a bulk change gives it no more. */
export const scopeOf = (kind: ChangedKind, type: ChangeType): string => {
  switch (type) {
    case 'tag':
    case 'set_fields':
      return 'records:write'
    case 'delete':
      return 'bin:write'
    case 'set_state':
      return 'lead-states:write'
    case 'open_deals':
    case 'move':
      return 'deals:write'
    case 'assign':
      return ownerScopes[kind]
  }
}

const ownerScopes: Readonly<Record<ChangedKind, string>> = {
  lead: 'lead-states:write',
  contact: 'contacts:write',
  company: 'companies:write',
  deal: 'deals:write',
  task: 'deals:write',
}

/** Whether a change can be made of any record of this kind. Throws what the change of a single one would throw. */
export const checkChange = async (db: Db, orgId: string, kind: ChangedKind, change: WantedChange): Promise<void> => {
  if (!changesOfKind[kind].includes(change.type))
    throw new Failure(bulkChangeErrors.bulk_change_unfit, { field: 'change.type' })
  switch (change.type) {
    case 'assign':
      if (change.ownerId && !(await findMember(db, orgId, change.ownerId)))
        throw new Failure(memberErrors.person_not_found, { field: 'change.ownerId' })
      return
    case 'tag':
      return checkTags(db, orgId, change)
    case 'set_fields':
      if (Object.keys(change.fields).length === 0) throw missing('change.fields')
      // Of no record: the values are read as they will be.
      await setFields(db, orgId, kind as PlainRecordKind, [], change.fields)
      return
    case 'set_state':
      if (change.state === 'not_fit' && !change.reason)
        throw new Failure(leadErrors.state_reason_needed, { field: 'change.reason' })
      if (change.state !== 'not_fit' && change.reason !== undefined)
        throw new Failure('bad_request', { message: 'reason: only with the state not_fit', field: 'change.reason' })
      return
    case 'open_deals':
      await lockOpenStage(db, orgId, change)
      return
    case 'move':
      return checkStage(db, orgId, change)
    case 'delete':
      return
  }
}

const missing = (field: string): Failure => new Failure('missing_field', { message: `Missing required field: ${field}`, field })

const checkTags = async (db: Db, orgId: string, { add, remove }: Extract<WantedChange, { type: 'tag' }>): Promise<void> => {
  if (add.length + remove.length === 0) throw missing('change.add')
  const known = new Set((await findTags(db, orgId)).map(({ id }) => id))
  if (add.some((id) => !known.has(id))) throw new Failure(tagErrors.tag_not_found, { field: 'change.add' })
  if (add.some((id) => remove.includes(id)))
    throw new Failure('bad_request', { message: 'A tag is added or removed, not both.', field: 'change.remove' })
}

const checkStage = async (
  db: Db,
  orgId: string,
  { stageId, lostReason }: Extract<WantedChange, { type: 'move' }>,
): Promise<void> => {
  const stage = await findStage(db, orgId, stageId)
  if (!stage) throw new Failure(dealErrors.stage_not_found, { field: 'change.stageId' })
  if (stage.kind === 'lost' && !lostReason) throw new Failure(dealErrors.lost_reason_needed, { field: 'change.lostReason' })
}
