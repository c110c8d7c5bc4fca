import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import type { Crm, CrmEntity, CrmField, CrmOwner, CrmStage } from '#ports/crm.ts'
import { defaultPipeline, findPipelines, findStages, type StageRow } from '../deals/pipelines.ts'
import { type Field, findFields } from '../fields/fields.ts'
import { isOwnName, keyOfOwn } from '../fields/own-names.ts'
import { peopleFor } from '../fields/record-fields.ts'
import { custom, type FieldMapping, mappingOf, type SavedMapping } from './mappings.ts'
import type { RunFacts } from './own-records.ts'
import { fieldKindOf } from './own-values.ts'
import { type SyncSettings, usualSettings } from './settings.ts'
import type { SyncJob } from './sync-jobs.ts'

/** What the CRM says of itself. */
export interface CrmFacts {
  readonly fields: { readonly [Entity in CrmEntity]?: readonly CrmField[] }
  readonly stages: readonly CrmStage[]
  readonly owners: readonly CrmOwner[]
  readonly currency: string | null
}

/** Asks for what is needed of these kinds, and no more: a run without news is to cost few calls. */
export const askCrmFacts = async (
  ask: <T>(work: (crm: Crm) => Promise<T>) => Promise<T>,
  entities: readonly CrmEntity[],
): Promise<CrmFacts> => {
  const fields: { [Entity in CrmEntity]?: readonly CrmField[] } = {}
  for (const entity of entities) fields[entity] = await ask((crm) => crm.fields(entity))
  if (!entities.includes('deals')) return { fields, stages: [], owners: [], currency: null }
  return {
    fields,
    stages: await ask((crm) => crm.stages()),
    owners: await ask((crm) => crm.owners()),
    currency: (await ask((crm) => crm.whose())).currency ?? null,
  }
}

/** What a run knows before it reads: the CRM's fields in our terms, whose owners are members here, and which stage is which. */
export const readRunFacts = async (
  db: Db,
  job: SyncJob,
  given: {
    readonly title: string
    readonly within: Within
    readonly settings: SyncSettings
    readonly crm: CrmFacts
  },
): Promise<RunFacts> => {
  const { title, within, settings, crm } = given
  const org = await db.selectFrom('orgs').select('default_country').where('org_id', '=', job.org_id).executeTakeFirst()
  const { usual, all } = await readStages(db, job.org_id)
  const own = await readOwnFields(db, job.org_id, settings.mapping)
  const mapped = (entity: CrmEntity): readonly FieldMapping[] =>
    mappingOf(entity, crm.fields[entity] ?? [], settings.mapping).map((each) => standing(each, own.fields[entity]))
  const mappings = { companies: mapped('companies'), contacts: mapped('contacts'), deals: mapped('deals') }
  const describedOf = (entity: CrmEntity) => new Map((crm.fields[entity] ?? []).map((field) => [field.name, field]))
  const writableOf = (entity: CrmEntity) =>
    new Set((crm.fields[entity] ?? []).flatMap(({ name, isWritable }) => (isWritable ? [name] : [])))
  return {
    job,
    title,
    within,
    mappings,
    writable: { companies: writableOf('companies'), contacts: writableOf('contacts'), deals: writableOf('deals') },
    synced: new Set([...job.entities, ...settings.entities]),
    country: org?.default_country ?? null,
    currency: settings.currency ?? crm.currency ?? (await usualCurrency(db, job.org_id)),
    stages: stagesOf(crm.stages, all, settings.mapping.stages),
    pipelines: new Map(crm.stages.map(({ id, pipelineId }) => [id, pipelineId])),
    ownStages: new Map(all.map((stage) => [stage.id, stage])),
    usualStage: usual,
    owners: await readOwners(db, job.org_id, crm.owners),
    ...{ ownFields: own.fields, people: own.people },
    described: { companies: describedOf('companies'), contacts: describedOf('contacts'), deals: describedOf('deals') },
    fills: job.id,
  }
}

/** The same where the CRM is not asked, which may be gone: for what is written here alone. */
export const readFactsWithoutCrm = async (db: Db, job: SyncJob, within: Within): Promise<RunFacts> => {
  const facts = await readRunFacts(db, job, {
    title: titleOf(job.provider),
    within,
    settings: usualSettings,
    crm: { fields: {}, stages: [], owners: [], currency: null },
  })
  const all = await findFields(db, job.org_id, { withArchived: true })
  const ownFields = fieldsByEntity(all)
  return { ...facts, ownFields, people: await peopleFor(db, job.org_id, Object.values(ownFields).flat()), fills: null }
}

const fieldsByEntity = (fields: readonly Field[]): Record<CrmEntity, readonly Field[]> => {
  const of = (entity: CrmEntity) => fields.filter(({ kind }) => kind === fieldKindOf[entity])
  return { companies: of('companies'), contacts: of('contacts'), deals: of('deals') }
}

/** Fields of the workspace's own that a mapping names, as far as they are still there. */
const readOwnFields = async (db: Db, orgId: string, { fields }: SavedMapping) => {
  const named = new Set(
    fields.flatMap(({ entity, ours, direction }) =>
      isOwnName(ours) && direction !== 'off' ? [`${fieldKindOf[entity]} ${keyOfOwn(ours)}`] : [],
    ),
  )
  const all = named.size === 0 ? [] : await findFields(db, orgId, {})
  const found = all.filter(({ kind, key }) => named.has(`${kind} ${key}`))
  return { fields: fieldsByEntity(found), people: await peopleFor(db, orgId, found) }
}

/** What becomes of a field whose field here was archived or deleted: it is kept under its own name. */
const standing = (mapping: FieldMapping, fields: readonly Field[]): FieldMapping => {
  const { ours } = mapping
  return isOwnName(ours) && !fields.some(({ key }) => key === keyOfOwn(ours)) ? { ...mapping, ours: custom } : mapping
}

type OwnStage = Pick<StageRow, 'id' | 'pipeline_id' | 'name' | 'position'> & {
  readonly kind: 'open' | 'won' | 'lost'
  /** The name of its pipeline. */
  readonly pipeline: string
}

const dealsLookedAt = 100

/** The currency that most of the newest deals here have; null where none has one. */
const usualCurrency = async (db: Db, orgId: string): Promise<string | null> => {
  const { rows } = await sql<{ currency: string }>`
    select currency from (
      select currency from deals where org_id = ${orgId} and currency is not null order by id desc limit ${dealsLookedAt}) d
    group by currency order by count(*) desc limit 1`.execute(db)
  return rows[0]?.currency ?? null
}

/** The stages that deals can be in, those of the default pipeline first, and where a deal begins. */
export const readStages = async (db: Db, orgId: string): Promise<{ usual: OwnStage; all: OwnStage[] }> => {
  await defaultPipeline(db, orgId)
  const all = await listStages(db, orgId)
  const usual = all.find(({ kind }) => kind === 'open')
  if (!usual) throw new Error('a pipeline without an open stage')
  return { usual, all }
}

/** The same for callers that write nothing: none before there is a pipeline. */
export const listStages = async (db: Db, orgId: string): Promise<OwnStage[]> => {
  const pipelines = await findPipelines(db, orgId)
  const all: OwnStage[] = []
  for (const pipeline of pipelines)
    for (const stage of await findStages(db, orgId, pipeline.id))
      all.push({ ...stage, kind: stage.kind as OwnStage['kind'], pipeline: pipeline.name })
  return all
}

/**
 * Which stage of ours each of theirs is: as the workspace chose; else the one of the same name; else the first of its kind, and of open
 * ones the one about as far along.
 */
export const stagesOf = (
  theirs: readonly CrmStage[],
  ours: readonly OwnStage[],
  chosen: SavedMapping['stages'],
): ReadonlyMap<string, string> => {
  const own = new Map(ours.map((stage) => [stage.id, stage]))
  const [usual] = ours
  return new Map(
    theirs.flatMap((stage) => {
      const picked = own.get(chosen[stage.id] ?? '')
      const named = ours.find((each) => each.name.toLowerCase() === stage.name.toLowerCase() && each.kind === stage.kind)
      const alike = ours.filter((each) => each.kind === stage.kind && each.pipeline_id === usual?.pipeline_id)
      const open = theirs.filter((each) => each.pipelineId === stage.pipelineId && each.kind === stage.kind)
      const place = open.findIndex(({ id }) => id === stage.id) / Math.max(1, open.length)
      const found = picked ?? named ?? alike[Math.floor(place * alike.length)] ?? alike[0]
      return found ? [[stage.id, found.id] as const] : []
    }),
  )
}

/** Members with the address of an owner there. */
const readOwners = async (db: Db, orgId: string, owners: readonly CrmOwner[]): Promise<ReadonlyMap<string, string>> => {
  const members = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select(['members.id', 'directory.people.email'])
    .where('members.org_id', '=', orgId)
    .execute()
  const byEmail = new Map(members.map(({ id, email }) => [email.toLowerCase(), id]))
  return new Map(
    owners.flatMap(({ id, email }) => {
      const member = byEmail.get(email?.toLowerCase() ?? '')
      return member === undefined ? [] : [[id, member] as const]
    }),
  )
}
