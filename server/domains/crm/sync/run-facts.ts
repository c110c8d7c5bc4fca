import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import type { Crm, CrmEntity, CrmField, CrmOwner, CrmStage } from '#ports/crm.ts'
import { defaultPipeline, findPipelines, findStages, type StageRow } from '../deals/pipelines.ts'
import { type FieldMapping, mappingOf, type SavedMapping } from './mappings.ts'
import type { RunFacts } from './own-records.ts'
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
  const mappings: Record<CrmEntity, readonly FieldMapping[]> = {
    companies: mappingOf('companies', crm.fields.companies ?? [], settings.mapping),
    contacts: mappingOf('contacts', crm.fields.contacts ?? [], settings.mapping),
    deals: mappingOf('deals', crm.fields.deals ?? [], settings.mapping),
  }
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
  }
}

/** The same where the CRM is not asked, which may be gone: for what is written here alone. */
export const readFactsWithoutCrm = (db: Db, job: SyncJob, within: Within): Promise<RunFacts> =>
  readRunFacts(db, job, {
    title: titleOf(job.provider),
    within,
    settings: usualSettings,
    crm: { fields: {}, stages: [], owners: [], currency: null },
  })

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
