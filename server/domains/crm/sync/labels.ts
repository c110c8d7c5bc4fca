import type { Db } from '#core/context.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { findFields } from '../fields/fields.ts'
import { isOwnName, keyOfOwn, ownNameOf } from '../fields/own-names.ts'
import { custom, isCustomName, nameOfCustom } from './mappings.ts'
import type { RunFacts } from './own-records.ts'
import { fieldKindOf } from './own-values.ts'
import { readSettings, writeSettings } from './settings.ts'

const longestLabel = 200

/** Keeps what the CRM calls the fields that a run reads, to be shown when it is not asked. */
export const saveLabels = async (db: Db, { job, mappings, described }: RunFacts): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = job
  const { labels: before } = await readSettings(db, orgId, connectionId)
  const of = (entity: CrmEntity): Record<string, string> => {
    const read = mappings[entity].filter(({ ours, direction }) => direction !== 'off' && (ours === custom || isOwnName(ours)))
    return Object.fromEntries(
      read.flatMap(({ theirs }) => {
        const label = described[entity].get(theirs)?.label.slice(0, longestLabel)
        return label === undefined || label === theirs ? [] : [[theirs, label] as const]
      }),
    )
  }
  // Of kinds that this run does not read nothing was asked.
  const labels = {
    ...before,
    ...Object.fromEntries(crmEntities.filter((entity) => described[entity].size > 0).map((entity) => [entity, of(entity)])),
  }
  const isSame = crmEntities.every((entity) => sameLabels(labels[entity] ?? {}, before[entity] ?? {}))
  if (!isSame) await writeSettings(db, orgId, connectionId, { labels })
}

const sameLabels = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, label]) => other[name] === label)

/** What people call a field; null where it is one of Foyer's, which the reader's language has a word for, or not known. */
export type LabelOf = (entity: CrmEntity, field: string) => string | null

/** The labels of a connection, with the names of the workspace's own fields. */
export const readLabels = async (db: Db, orgId: string, connectionId: string): Promise<LabelOf> => {
  const { labels } = await readSettings(db, orgId, connectionId)
  const names = await readFieldNames(db, orgId)
  return (entity, field) => names(entity, field) ?? labels[entity]?.[isCustomName(field) ? nameOfCustom(field) : field] ?? null
}

/** The names of the workspace's own fields alone. */
export const readFieldNames = async (db: Db, orgId: string): Promise<LabelOf> => {
  const fields = await findFields(db, orgId, { withArchived: true })
  const names = new Map(fields.map(({ kind, key, name }) => [`${kind} ${ownNameOf(key)}`, name]))
  return (entity, field) => (isOwnName(field) ? (names.get(`${fieldKindOf[entity]} ${field}`) ?? keyOfOwn(field)) : null)
}

/** What people call the fields that are named in an answer, by the names there. */
export const labelsFor = (labelOf: LabelOf, named: readonly (readonly [CrmEntity, string])[]) => {
  const labels: { [Entity in CrmEntity]?: Record<string, string> } = {}
  for (const [entity, field] of named) {
    const label = labelOf(entity, field)
    if (label !== null) labels[entity] = { ...labels[entity], [field]: label }
  }
  return labels
}
