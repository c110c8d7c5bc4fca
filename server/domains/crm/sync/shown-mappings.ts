import { z } from 'zod'
import type { ExternalCallContext } from '#core/context.ts'
import { type Crm, type CrmEntity, type CrmField, type CrmRecord, crmEntities } from '#ports/crm.ts'
import { choice, shape } from '#shapes'
import { findFields } from '../fields/fields.ts'
import { ownNameOf } from '../fields/own-names.ts'
import { ConflictRule, CrmEntityName, MappedField, mappingOf, SyncDirection } from './mappings.ts'
import { fieldKindOf, wordsOf } from './own-values.ts'
import { listStages, stagesOf } from './run-facts.ts'
import { readSettings, type SyncSettings } from './settings.ts'

const mostExamples = 3
const recordsLookedAt = 20

const ShownField = shape('CrmFieldMapping', {
  entity: CrmEntityName,
  theirs: z.string().describe('As the API of the CRM names it'),
  label: z.string(),
  type: z.string(),
  is_custom: z.boolean(),
  is_writable: z.boolean().describe('Whether the CRM lets programs change it'),
  examples: z.array(z.string()).describe('Values of records that are there'),
  ours: MappedField.describe('`custom`: kept under its own name'),
  direction: SyncDirection,
  conflict: ConflictRule,
})

const ShownStage = shape('CrmStageMapping', {
  theirs: z.string().describe('The CRM’s id'),
  name: z.string(),
  pipeline: z.string(),
  kind: z.enum(['open', 'won', 'lost']),
  ours: z.uuid().nullable().describe('The stage here'),
})

const OwnFieldName = shape('MappableField', {
  entity: CrmEntityName,
  ours: MappedField,
  name: z.string(),
})

const OwnStage = shape('MappableStage', { id: z.uuid(), name: z.string(), pipeline: z.string() })

/** What is chosen for a connection beside its fields and stages. */
export const ShownSettings = z.object({
  entities: z.array(CrmEntityName).describe('What the schedule syncs'),
  schedule: choice('SyncSchedule', ['off', 'hourly', 'daily']),
  share: z.int().describe('Percent of the CRM’s limits that a sync may use'),
  currency: z.string().nullable().describe('Of amounts that name none; null: as the CRM says, or as most deals here'),
  creates: z.array(CrmEntityName).describe('Of which kinds records are created there that are only here'),
  next_run_at: z.iso.datetime().nullable(),
})

export const showSettings = ({
  entities,
  schedule,
  share,
  currency,
  creates,
  nextRunAt,
}: SyncSettings): z.output<typeof ShownSettings> => ({
  ...{
    entities: [...entities],
    schedule,
    share,
    currency,
    creates: [...creates],
    next_run_at: nextRunAt?.toISOString() ?? null,
  },
})

export const ShownMapping = z.object({
  fields: z.array(ShownField),
  stages: z.array(ShownStage),
  own_stages: z.array(OwnStage),
  own_fields: z.array(OwnFieldName).describe('Fields of the workspace’s own that a field of the CRM can become'),
  ...ShownSettings.shape,
})

/** The fields of a CRM as they are mapped, with values of a few of its records. */
export const shownMapping = async (
  crm: Crm,
  { inOrg, org }: Pick<ExternalCallContext, 'inOrg' | 'org'>,
  connectionId: string,
): Promise<z.output<typeof ShownMapping>> => {
  const described: {
    readonly entity: CrmEntity
    readonly fields: readonly CrmField[]
    readonly records: readonly CrmRecord[]
  }[] = []
  for (const entity of crmEntities) {
    const fields = await crm.fields(entity)
    const names = fields.map(({ name }) => name).slice(0, 300)
    const { records } = await crm.all(entity, { fields: names, cursor: null, valuesOnly: true })
    described.push({ entity, fields, records: records.slice(0, recordsLookedAt) })
  }
  const stages = await crm.stages()
  return inOrg(async ({ db }) => {
    const settings = await readSettings(db, org.id, connectionId)
    const own = await listStages(db, org.id)
    const ownFields = await findFields(db, org.id, {})
    const mapped = stagesOf(stages, own, settings.mapping.stages)
    return {
      fields: described.flatMap(({ entity, fields, records }) => {
        const mapping = new Map(mappingOf(entity, fields, settings.mapping).map((each) => [each.theirs, each]))
        return fields.flatMap((field) => {
          const { ours, direction, conflict } = mapping.get(field.name) ?? {
            ours: 'custom' as const,
            direction: 'off' as const,
            conflict: 'ask' as const,
          }
          return {
            ...{ entity, theirs: field.name, label: field.label, type: field.type },
            ...{ is_custom: field.isCustom, is_writable: field.isWritable, examples: examplesOf(field, records) },
            ...{ ours, direction, conflict },
          }
        })
      }),
      stages: stages.map(({ id, name, pipeline, kind }) => ({
        theirs: id,
        name,
        pipeline,
        kind,
        ours: mapped.get(id) ?? null,
      })),
      own_stages: own.map(({ id, name, pipeline }) => ({ id, name, pipeline })),
      own_fields: crmEntities.flatMap((entity) =>
        ownFields
          .filter(({ kind }) => kind === fieldKindOf[entity])
          .map(({ key, name }) => ({ entity, ours: ownNameOf(key), name })),
      ),
      ...showSettings(settings),
    }
  })
}

const examplesOf = (field: CrmField, records: readonly CrmRecord[]): string[] => {
  const found = new Set<string>()
  for (const { values } of records) {
    const value = values[field.name]?.trim()
    if (value && found.size < mostExamples) found.add(wordsOf(value, field).slice(0, 80))
  }
  return [...found]
}
