import { z } from 'zod'
import { type CrmEntity, type CrmField, crmEntities, type OwnField, ownFields } from '#ports/crm.ts'
import { choice } from '#shapes'
import type { OwnFieldName } from '../fields/own-names.ts'

export const CrmEntityName = choice('CrmEntity', crmEntities)

/** `in`: the CRM says; `out`: Foyer says; `both`: who changed it last says, and where both did, the rule. */
export const SyncDirection = choice('SyncDirection', ['in', 'out', 'both', 'off'])
export type SyncDirection = z.output<typeof SyncDirection>

/** What happens where both sides changed a value. `ask`: a member decides. `newer`: the later change stands. */
export const ConflictRule = choice('SyncConflictRule', ['ask', 'ours', 'theirs', 'newer'])
export type ConflictRule = z.output<typeof ConflictRule>

/** `custom`: kept under its own name beside what Foyer has a field for. */
export const custom = 'custom'
const allOwnFields = [custom, ...new Set(crmEntities.flatMap((entity): readonly OwnField[] => ownFields[entity]))] as [
  OwnField | typeof custom,
  ...(OwnField | typeof custom)[],
]

const OwnFieldOfRecord = z
  .string()
  .regex(/^fields\.[a-z][a-z0-9_]{0,49}$/, 'must be a field of Foyer, custom, or fields. and the key of a field of your own')
  .describe('`fields.` and the key of a field of the workspace’s own') as unknown as z.ZodType<OwnFieldName, OwnFieldName>
export const MappedField = z.union([choice('SyncedField', allOwnFields), OwnFieldOfRecord])
export type MappedField = z.output<typeof MappedField>

/** What becomes of one field of the CRM. */
export const FieldMapping = z.object({
  entity: CrmEntityName,
  theirs: z.string().min(1).max(200),
  ours: MappedField,
  direction: SyncDirection,
  conflict: ConflictRule.default('ask'),
})
export type FieldMapping = z.output<typeof FieldMapping>

/** Fields that a workspace chose something for, and stages. */
export const mostChosen = 2_000

/** As it is kept: what a workspace chose. What is not in it is as usual. */
export const SavedMapping = z.object({
  fields: z.array(FieldMapping).max(mostChosen).default([]),
  /** Their stage's id to ours. */
  stages: z.record(z.string().max(200), z.uuid()).default({}),
})
export type SavedMapping = z.output<typeof SavedMapping>

/** Custom fields of one kind that are kept: a CRM may have a thousand. */
const mostCustom = 200

/**
 * What becomes of each field of a CRM: as the workspace chose; else what the vendor has a field for is read into ours, custom fields are
 * kept under their names, and the rest is left out. A field that is gone at the vendor is left out, too.
 */
export const mappingOf = (entity: CrmEntity, fields: readonly CrmField[], saved: SavedMapping): readonly FieldMapping[] => {
  const chosen = new Map(saved.fields.filter((each) => each.entity === entity).map((each) => [each.theirs, each]))
  const taken = new Set([...chosen.values()].filter(({ direction }) => direction !== 'off').map(({ ours }) => ours))
  const mapped = fields.map(({ name, suggests, isCustom }): FieldMapping => {
    const known = chosen.get(name)
    if (known) return known
    const usual = { entity, theirs: name, conflict: 'ask' as const }
    if (suggests !== null && isOwn(entity, suggests) && !taken.has(suggests)) {
      taken.add(suggests)
      return { ...usual, ours: suggests, direction: 'in' }
    }
    return { ...usual, ours: custom, direction: isCustom ? 'in' : 'off' }
  })
  let customs = 0
  return mapped.filter((each) => each.ours !== custom || each.direction === 'off' || ++customs <= mostCustom)
}

const isOwn = (entity: CrmEntity, field: OwnField): boolean => (ownFields[entity] as readonly string[]).includes(field)

const partsOfName: ReadonlySet<string> = new Set(['first_name', 'last_name'])

/**
 * Two of their fields for one of ours of which one is to be written there and the other is not, or that have two rules for conflicts: only one
 * of the two could be followed. The parts of a name are one value.
 */
export const contradictionIn = (fields: readonly FieldMapping[]): readonly [FieldMapping, FieldMapping] | null => {
  const first = new Map<string, FieldMapping>()
  for (const each of fields) {
    if (each.direction === 'off' || each.ours === custom) continue
    const value = `${each.entity} ${partsOfName.has(each.ours) ? 'full_name' : each.ours}`
    const other = first.get(value)
    if (other && (other.direction !== each.direction || other.conflict !== each.conflict)) return [other, each]
    first.set(value, other ?? each)
  }
  return null
}

/** Which kinds are to be read whole after a change of the mapping: where a field becomes another of ours than before, or a stage. */
export const remappedKinds = (
  fields: ReadonlyMap<CrmEntity, readonly CrmField[]>,
  before: SavedMapping,
  after: SavedMapping,
): readonly CrmEntity[] =>
  crmEntities.filter((entity) => {
    const read = (saved: SavedMapping): string[] =>
      mappingOf(entity, fields.get(entity) ?? [], saved).flatMap(({ theirs, ours, direction }) =>
        direction === 'off' ? [] : `${ours} ${theirs}`,
      )
    const known = new Set(read(before))
    const isOtherStage = Object.entries(after.stages).some(([theirs, ours]) => before.stages[theirs] !== ours)
    return read(after).some((each) => !known.has(each)) || (entity === 'deals' && isOtherStage)
  })

/** Those of a mapping that are read, by name. */
export const readFields = (mapping: readonly FieldMapping[]): string[] =>
  mapping.filter(({ direction }) => direction !== 'off').map(({ theirs }) => theirs)

/** The name under which a value is kept that has no field here. */
export const customName = (theirs: string): string => `custom:${theirs}`
const customPrefix = 'custom:'
export const isCustomName = (field: string): boolean => field.startsWith(customPrefix)
export const nameOfCustom = (field: string): string => field.slice(customPrefix.length)
