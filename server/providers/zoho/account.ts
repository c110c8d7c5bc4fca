import { z } from 'zod'
import type { Crm, CrmOwner, CrmStage } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { usedOptions } from './fields.ts'
import { brokenAnswer } from './refusals.ts'
import { Info, type Requests } from './requests.ts'
import type { Windows } from './windows.ts'

const Org = z.object({ org: z.array(z.object({ id: z.string(), company_name: z.string().nullish() })).min(1) })

export const readWhose = async (requests: Requests): ReturnType<Crm['whose']> => {
  const { value } = await requests.get({ operation: 'org.get', method: 'GET', path: '/org', canRepeat: true }, Org)
  const [org] = value?.org ?? []
  if (!org) throw brokenAnswer()
  return { accountId: org.id, account: org.company_name ?? org.id }
}

const Users = z.object({
  users: z.array(z.object({ id: z.string(), full_name: z.string().nullish(), email: z.string().nullish() })),
  info: Info.nullish(),
})
/** 40,000 people. */
const mostPages = 200

export const readOwners = async (requests: Requests): Promise<readonly CrmOwner[]> => {
  const owners: CrmOwner[] = []
  for (let page = 1; page <= mostPages; page++) {
    const query = { type: 'AllUsers', page: String(page), per_page: '200' }
    const { value } = await requests.get(
      { operation: 'users.list', method: 'GET', path: '/users', query, canRepeat: true },
      Users,
    )
    for (const { id, full_name: name, email } of value?.users ?? [])
      owners.push({ id, email: email || null, name: name || null })
    if (value?.info?.more_records !== true) break
  }
  return owners
}

const Layouts = z.object({ layouts: z.array(z.object({ id: z.string() })) })
const Pipelines = z.object({
  pipeline: z.array(
    z.object({
      id: z.string(),
      display_value: z.string(),
      default: z.boolean().nullish(),
      maps: z.array(
        z.object({
          display_value: z.string(),
          sequence_number: z.number().nullish(),
          forecast_type: z.string().nullish(),
        }),
      ),
    }),
  ),
})
type Pipeline = z.infer<typeof Pipelines>['pipeline'][number]

/**
 * https://www.zoho.com/crm/developer/docs/api/v8/get-pipelines.html. A deal says only the name of its stage: one that several pipelines have
 * is one stage, of the pipeline that is the usual one, or comes first.
 */
export const readStages = async (requests: Requests, windows: Windows): Promise<readonly CrmStage[]> => {
  const pipelines = await readPipelines(requests)
  if (pipelines.length === 0) return stagesOfField(windows)
  const stages = new Map<string, CrmStage>()
  for (const { id: pipelineId, display_value: pipeline, maps } of pipelines) {
    const sorted = maps.toSorted((a, b) => (a.sequence_number ?? 0) - (b.sequence_number ?? 0))
    for (const [position, { display_value: name, forecast_type: forecast }] of sorted.entries())
      if (!stages.has(name)) stages.set(name, { id: name, name, pipelineId, pipeline, position, kind: kindOf(forecast) })
  }
  return [...stages.values()]
}

const readPipelines = async (requests: Requests): Promise<readonly Pipeline[]> => {
  const layouts = { operation: 'layouts.list', method: 'GET', path: '/settings/layouts', canRepeat: true } as const
  const { value } = await requests.get({ ...layouts, query: { module: 'Deals' } }, Layouts)
  const found = new Map<string, Pipeline>()
  for (const { id } of value?.layouts ?? []) {
    const wish = { operation: 'pipelines.list', method: 'GET', path: '/settings/pipeline', canRepeat: true } as const
    const given = await requests.get({ ...wish, query: { layout_id: id } }, Pipelines).catch((error: unknown) => {
      // Editions without pipelines refuse the question.
      if (error instanceof ProviderError && error.kind === 'refused') return null
      throw error
    })
    for (const pipeline of given?.value?.pipeline ?? []) found.set(pipeline.id, pipeline)
  }
  return [...found.values()].sort((a, b) => Number(b.default ?? false) - Number(a.default ?? false))
}

/** Without pipelines the choices of the field are the stages. */
const stagesOfField = async (windows: Windows): Promise<readonly CrmStage[]> => {
  const field = (await windows.fieldsOf('deals')).find(({ api_name: name }) => name === 'Stage')
  return (field ? usedOptions(field) : []).map(({ display_value: name, forecast_type: forecast, probability }, position) => ({
    ...{ id: name, name, pipelineId: 'Deals', pipeline: 'Deals', position },
    kind: forecast ? kindOf(forecast) : probability === 100 ? 'won' : 'open',
  }))
}

const kindOf = (forecast: string | null | undefined): CrmStage['kind'] => {
  const words = forecast?.toLowerCase().replaceAll('_', ' ')
  return words === 'closed won' ? 'won' : words === 'closed lost' ? 'lost' : 'open'
}
