import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { inAction } from '#domains/connections/connections/access-tokens.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { asProviderFailure, providerErrors } from '#domains/connections/connections/provider-failures.ts'
import { type CrmEntity, type CrmField, crmEntities, ownFields as crmFields } from '#ports/crm.ts'
import { Currency } from '#shapes/money.ts'
import { withCrm } from '../crm-connections/crm-access.ts'
import { dealErrors } from '../deals/errors.ts'
import { type Field, findFields } from '../fields/fields.ts'
import { isOwnName, keyOfOwn } from '../fields/own-names.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import {
  CrmEntityName,
  contradictionIn,
  custom,
  FieldMapping,
  mappingOf,
  mostChosen,
  remappedKinds,
  SavedMapping,
} from './mappings.ts'
import { fieldKindOf } from './own-values.ts'
import { readStages } from './run-facts.ts'
import { nextRunAfter, readSettings, without, writeSettings } from './settings.ts'
import { ShownMapping, shownMapping } from './shown-mappings.ts'

/** Both directions of a field that another is a part of cannot be written. */
const readOnly: ReadonlySet<string> = new Set(['currency'])

export const saveCrmMapping = action({
  name: 'save-crm-mapping',
  summary: 'Choose which field of a CRM becomes which field here, and when it is synced',
  description:
    'What is omitted keeps its setting; of `mapping.fields`, fields that are not named keep theirs. A field is read (`in`), written there (`out`), both, or left alone (`off`). `fields.` and a key stand for a field of the workspace’s own (`list-fields`). Nothing is written at the CRM until a field has the direction `out` or `both`. The next sync follows the new mapping: of a kind whose fields or stages were mapped anew it reads all records once, so that the field is there for those too that do not change; and all deals after another `currency`.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: true },
  limit: { times: 30, seconds: 60 },
  input: z.object({
    connectionId: z.uuid(),
    orgId: z.uuid(),
    mapping: z
      .object({
        fields: z.array(FieldMapping).max(mostChosen).optional(),
        stages: z.record(z.string().max(200), z.uuid()).optional().describe('Their stage’s id to the id of a stage here'),
      })
      .optional(),
    entities: z.array(CrmEntityName).min(1).max(3).optional(),
    schedule: z.enum(['off', 'hourly', 'daily']).optional(),
    share: z.int().min(1).max(100).optional(),
    currency: Currency.nullable().optional(),
    creates: z.array(CrmEntityName).max(3).optional(),
  }),
  output: z.object({ success: z.literal(true), ...ShownMapping.shape }),
  errors: [
    connectionErrors.connection_not_found,
    connectionErrors.connection_needs_consent,
    syncErrors.sync_field_unknown,
    syncErrors.sync_field_unfit,
    dealErrors.stage_not_found,
    ...providerErrors,
  ],
  examples: [
    {
      title: 'The job title is kept the same on both sides',
      input: {
        ...{ connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
        mapping: {
          fields: [{ entity: 'contacts', theirs: 'jobtitle', ours: 'job_title', direction: 'both', conflict: 'ask' }],
        },
      },
    },
  ],

  async run({ connectionId, mapping, entities, schedule, share, currency, creates }, context) {
    const { org, inOrg, now, fail } = context
    try {
      return await withCrm(inAction(context), connectionId, async (crm) => {
        const fields = new Map<CrmEntity, readonly CrmField[]>()
        if (mapping?.fields?.length) for (const entity of crmEntities) fields.set(entity, await crm.fields(entity))
        if (mapping?.fields?.length) {
          const ownFields = await inOrg(({ db }) => findFields(db, org.id, {}))
          for (const chosen of mapping.fields) refuseUnfit(chosen, fields.get(chosen.entity) ?? [], ownFields)
        }
        await inOrg(async ({ db }) => {
          const settings = await readSettings(db, org.id, connectionId)
          const own = new Set((await readStages(db, org.id)).all.map(({ id }) => id))
          if (Object.values(mapping?.stages ?? {}).some((id) => !own.has(id)))
            throw fail('stage_not_found', { field: 'mapping' })
          const saved = mapping && joined(settings.mapping, mapping, fields)
          // Amounts that name no currency are others now.
          const isOtherCurrency = currency !== undefined && currency !== settings.currency
          const remapped = new Set<CrmEntity>([
            ...(saved ? remappedKinds(fields, settings.mapping, saved) : []),
            ...(isOtherCurrency ? (['deals'] as const) : []),
          ])
          const isMoved = schedule !== undefined && schedule !== settings.schedule
          await writeSettings(db, org.id, connectionId, {
            ...(saved && { mapping: saved }),
            ...(remapped.size > 0 && { watermarks: without(settings.watermarks, [...remapped]), remappedAt: now() }),
            ...(entities && { entities: crmEntities.filter((entity) => entities.includes(entity)) }),
            ...(schedule && { schedule }),
            ...(isMoved && { nextRunAt: nextRunAfter(schedule, now()) }),
            ...(share !== undefined && { share }),
            ...(currency !== undefined && { currency }),
            ...(creates && { creates: crmEntities.filter((entity) => creates.includes(entity)) }),
          })
          await recordEvent(db, org.id, syncEvents.changed, connectionId, { provider: '', change: 'settings', reason: null })
        })
        return { success: true as const, ...(await shownMapping(crm, context, connectionId)) }
      })
    } catch (error) {
      throw asProviderFailure(error)
    }
  },
})

/** Throws `sync_field_unknown` and `sync_field_unfit`. */
const refuseUnfit = (
  { entity, theirs, ours, direction }: FieldMapping,
  described: readonly CrmField[],
  ownFields: readonly Field[],
): void => {
  const field = described.find(({ name }) => name === theirs)
  if (!field)
    throw new Failure(syncErrors.sync_field_unknown, {
      message: `The CRM has no field ${theirs} of ${entity}.`,
      field: 'mapping',
    })
  const isKnown = isOwnName(ours)
    ? ownFields.some(({ kind, key }) => kind === fieldKindOf[entity] && key === keyOfOwn(ours))
    : ours === custom || (crmFields[entity] as readonly string[]).includes(ours)
  if (!isKnown)
    throw new Failure(syncErrors.sync_field_unfit, { message: `${ours} is no field of ${entity}.`, field: 'mapping' })
  if (direction !== 'out' && direction !== 'both') return
  if (!field.isWritable || ours === custom || readOnly.has(ours))
    throw new Failure(syncErrors.sync_field_unfit, {
      message: `The field ${theirs} cannot be written at the CRM.`,
      field: 'mapping',
    })
}

interface Chosen {
  readonly fields?: readonly FieldMapping[] | undefined
  readonly stages?: Readonly<Record<string, string>> | undefined
}

/** What was chosen before, with what is chosen now. Throws `sync_field_unfit` where it is too much, or contradicts itself. */
const joined = (before: SavedMapping, chosen: Chosen, described: ReadonlyMap<CrmEntity, readonly CrmField[]>): SavedMapping => {
  const kept = new Map(before.fields.map((each) => [`${each.entity} ${each.theirs}`, each]))
  for (const each of chosen.fields ?? []) kept.set(`${each.entity} ${each.theirs}`, each)
  const mapping = { fields: [...kept.values()], stages: { ...before.stages, ...chosen.stages } }
  if (Math.max(mapping.fields.length, Object.keys(mapping.stages).length) > mostChosen)
    throw new Failure(syncErrors.sync_field_unfit, {
      message: 'At most 2,000 fields and 2,000 stages can be mapped.',
      field: 'mapping',
    })
  for (const [entity, fields] of described) {
    const contradiction = contradictionIn(mappingOf(entity, fields, mapping))
    if (!contradiction) continue
    const [one, other] = contradiction
    throw new Failure(syncErrors.sync_field_unfit, {
      message: `${one.theirs} and ${other.theirs} of ${entity} are one value here and need one direction and one rule for conflicts: choose the same for both, or turn one off.`,
      field: 'mapping',
    })
  }
  return SavedMapping.parse(mapping)
}
