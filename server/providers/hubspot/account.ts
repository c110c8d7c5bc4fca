import { z } from 'zod'
import type { CrmAllowance, CrmEntity, CrmStage } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readFields, readStages } from './fields.ts'
import type { TypesOfFields } from './records.ts'
import type { HubSpotRequests } from './requests.ts'
import { accountPath } from './version.ts'

const Details = z.object({
  portalId: z.coerce.string(),
  uiDomain: z.string().nullish(),
  utcOffsetMilliseconds: z.number().nullish(),
})

/** What is asked once of an account and used again and again while it is open. */
export const openAccount = (requests: HubSpotRequests) => {
  const details = () => requests.get({ operation: 'account.details', path: accountPath, shape: Details })
  const types = new Map<CrmEntity, Promise<TypesOfFields>>()
  let offset: Promise<number> | undefined
  let stages: Promise<readonly CrmStage[]> | undefined
  const offsetMs = (): Promise<number> => {
    offset ??= details().then(
      ({ utcOffsetMilliseconds }) => utcOffsetMilliseconds ?? 0,
      (error) => {
        // Without it days end at midnight in UTC.
        if (error instanceof ProviderError) return 0
        throw error
      },
    )
    return offset
  }

  return {
    requests,
    details,
    allowance: (): Promise<CrmAllowance | null> => requests.left(offsetMs),
    /** By names. */
    types(entity: CrmEntity): Promise<TypesOfFields> {
      const known = types.get(entity)
      if (known) return known
      const asked = readFields(requests, entity).then((fields) => new Map(fields.map(({ name, type }) => [name, type])))
      types.set(entity, asked)
      // What failed is asked anew.
      asked.catch(() => types.delete(entity))
      return asked
    },
    /** The pipeline that a stage is of; undefined: none has it. */
    async pipelineOf(stageId: string): Promise<string | undefined> {
      stages ??= readStages(requests)
      stages.catch(() => {
        stages = undefined
      })
      return (await stages).find(({ id }) => id === stageId)?.pipelineId
    },
  }
}
export type HubSpotAccount = ReturnType<typeof openAccount>
