import { z } from 'zod'
import type { CrmEntity, CrmField, CrmOwner, CrmStage, OwnField } from '#ports/crm.ts'
import type { HubSpotRequests } from './requests.ts'
import { ownersPath, pipelinesPath, propertiesPath } from './version.ts'

const Property = z.object({
  name: z.string(),
  label: z.string().nullish(),
  type: z.string(),
  fieldType: z.string().nullish(),
  options: z.array(z.object({ value: z.string(), label: z.string().nullish() })).nullish(),
  hubspotDefined: z.boolean().nullish(),
  calculated: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  referencedObjectType: z.string().nullish(),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().nullish() }).nullish(),
})
type Property = z.infer<typeof Property>
const Properties = z.object({ results: z.array(Property) })

/** Its properties that are what a field of ours is. The first one that the account has is taken. */
const suggested: Readonly<Record<CrmEntity, Readonly<Partial<Record<OwnField, readonly string[]>>>>> = {
  companies: { name: ['name'], domain: ['domain'] },
  contacts: {
    ...{ email: ['email'], phone: ['phone', 'mobilephone'], first_name: ['firstname'], last_name: ['lastname'] },
    ...{ company: ['company'], job_title: ['jobtitle'], linkedin_url: ['hs_linkedin_url'] },
  },
  deals: {
    ...{ name: ['dealname'], amount: ['amount'], currency: ['deal_currency_code'], stage: ['dealstage'] },
    owner: ['hubspot_owner_id'],
  },
}

const types: Readonly<Record<string, CrmField['type']>> = {
  ...{ string: 'text', phone_number: 'text', number: 'number', date: 'date', datetime: 'time', bool: 'yes_no' },
}

const typeOf = ({ name, type, fieldType, referencedObjectType }: Property): CrmField['type'] => {
  if (name === 'dealstage') return 'stage'
  if (name === 'hubspot_owner_id' || referencedObjectType === 'OWNER') return 'owner'
  if (type !== 'enumeration') return types[type] ?? 'other'
  if (fieldType === 'booleancheckbox') return 'yes_no'
  return fieldType === 'checkbox' ? 'choices' : 'choice'
}

/** All that people of the account see; what HubSpot hides is left out. */
export const readFields = async (requests: HubSpotRequests, entity: CrmEntity): Promise<readonly CrmField[]> => {
  const { results } = await requests.get({
    ...{ operation: 'crm.properties.coreApi.getAll', path: `${propertiesPath}/${entity}`, shape: Properties },
  })
  const shown = results.filter(({ hidden }) => hidden !== true)
  const names = new Set(shown.map(({ name }) => name))
  const suggestions = new Map<string, OwnField>()
  for (const [own, candidates] of Object.entries(suggested[entity])) {
    const name = candidates.find((each) => names.has(each))
    if (name !== undefined) suggestions.set(name, own as OwnField)
  }
  return shown.map((property) => ({
    name: property.name,
    label: property.label || property.name,
    type: typeOf(property),
    options: (property.options ?? []).map(({ value, label }) => ({ value, label: label || value })),
    isCustom: property.hubspotDefined !== true,
    isWritable: property.modificationMetadata?.readOnlyValue !== true && property.calculated !== true,
    suggests: suggestions.get(property.name) ?? null,
  }))
}

const Pipelines = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      displayOrder: z.number().nullish(),
      stages: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          displayOrder: z.number().nullish(),
          // All of it text: `"0.2"`, `"true"`.
          metadata: z.object({ probability: z.coerce.number().nullish(), isClosed: z.coerce.string().nullish() }).nullish(),
        }),
      ),
    }),
  ),
})

const byOrder = (
  one: { displayOrder?: number | null | undefined },
  other: { displayOrder?: number | null | undefined },
): number => (one.displayOrder ?? 0) - (other.displayOrder ?? 0)

export const readStages = async (requests: HubSpotRequests): Promise<readonly CrmStage[]> => {
  const { results } = await requests.get({
    ...{ operation: 'crm.pipelines.pipelinesApi.getAll', path: `${pipelinesPath}/deals`, shape: Pipelines },
  })
  return results.toSorted(byOrder).flatMap((pipeline) =>
    pipeline.stages.toSorted(byOrder).map(({ id, label, metadata }, position) => ({
      ...{ id, name: label, pipelineId: pipeline.id, pipeline: pipeline.label, position },
      kind: metadata?.isClosed?.toLowerCase() !== 'true' ? 'open' : (metadata.probability ?? 0) >= 1 ? 'won' : 'lost',
    })),
  )
}

const Owners = z.object({
  results: z.array(
    z.object({
      id: z.coerce.string(),
      email: z.string().nullish(),
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
    }),
  ),
  paging: z.object({ next: z.object({ after: z.string() }).nullish() }).nullish(),
})

/** More pages than this are no list of people. */
const mostPages = 200

/** `hubspot_owner_id` holds the id of an owner, not of a user; those who have left are in a list of their own. */
export const readOwners = async (requests: HubSpotRequests): Promise<readonly CrmOwner[]> => {
  const found = new Map<string, CrmOwner>()
  for (const archived of ['false', 'true']) {
    let after: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const { results, paging } = await requests.get({
        ...{ operation: 'crm.owners.ownersApi.getPage', path: ownersPath, shape: Owners },
        query: { limit: '500', archived, ...(after !== undefined && { after }) },
      })
      for (const { id, email, firstName, lastName } of results) {
        const name = [firstName, lastName].filter(Boolean).join(' ')
        if (!found.has(id)) found.set(id, { id, email: email || null, name: name || null })
      }
      after = paging?.next?.after
      if (after === undefined) break
    }
  }
  return [...found.values()]
}
