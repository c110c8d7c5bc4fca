import { z } from 'zod'
import type { Crm, CrmEntity, CrmStage, CrmWritten } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { canWrite, type ZohoField } from './fields.ts'
import { modules, readTime, writtenTime } from './modules.ts'
import { entryRefusal, refusalOf, ShownError } from './refusals.ts'
import { isUnsafe, type Requests, uncertain, type Wish } from './requests.ts'
import type { Windows } from './windows.ts'

const Success = z.object({
  code: z.string(),
  status: z.literal('success'),
  details: z.object({ id: z.string(), Modified_Time: z.unknown() }),
})
const Results = z.object({ data: z.tuple([z.union([Success, ShownError])], z.unknown()) })

type Values = Readonly<Record<string, string | null>>

/** One record a call: the guard against lost updates holds for all records of a call at once. Their automations stay quiet. */
export const makeWrites = (
  requests: Requests,
  windows: Windows,
  stages: () => Promise<readonly CrmStage[]>,
): Pick<Crm, 'create' | 'update'> => {
  const asJson = async (entity: CrmEntity, values: Values): Promise<Record<string, unknown>> => {
    const fields = await windows.fieldsOf(entity)
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, jsonOf(name, value, fields)]))
  }
  /** Deals begin in a pipeline, where there are any: in that of their stage. */
  const pipelineOf = async (values: Values): Promise<Record<string, unknown>> => {
    const hasPipelines = (await windows.fieldsOf('deals')).some(({ api_name: name }) => name === 'Pipeline')
    if (!hasPipelines || values.Pipeline != null) return {}
    const all = await stages()
    const found = all.find(({ id }) => id === values.Stage) ?? all[0]
    return found ? { Pipeline: found.pipeline } : {}
  }
  const write = async (wish: Pick<Wish, 'operation' | 'method' | 'path' | 'headers'>, record: object): Promise<CrmWritten> => {
    const body = { data: [record], trigger: [] }
    const whole: Wish = { ...wish, body, canRepeat: false }
    const { answer, body: given } = await requests.ask(whole)
    const results = Results.safeParse(given)
    // The entry counts, whatever the status: 200, 201, 202, 207, 400, 403 and 412 all carry one.
    const entry = results.data?.data[0]
    if (!entry) {
      const refusal = refusalOf(answer, given, requests.authKind, requests.now())
      throw refusal.kind === 'broken' && isUnsafe(whole) ? uncertain(refusal) : refusal
    }
    if (entry.status === 'error') throw entryRefusal(entry)
    return { id: entry.details.id, modifiedAt: readTime(entry.details.Modified_Time) }
  }

  return {
    /** Of several contacts of a deal the first is linked: the vendor wants a role for each other one, and which it is only people know. */
    async create(entity, values, { companyId, contactIds }) {
      const [contactId] = entity === 'deals' ? contactIds : []
      return write(
        { operation: 'records.insert', method: 'POST', path: `/${modules[entity]}` },
        {
          ...(await asJson(entity, values)),
          ...(entity !== 'companies' && companyId !== null && { Account_Name: { id: companyId } }),
          ...(contactId !== undefined && { Contact_Name: { id: contactId } }),
          ...(entity === 'deals' && (await pipelineOf(values))),
        },
      )
    },
    async update(entity, id, values, { unmodifiedSince }) {
      if (!/^\d{1,25}$/.test(id)) throw new ProviderError('refused', 'Zoho CRM has no such record.', { code: 'not_found' })
      const headers = unmodifiedSince === null ? {} : { 'if-unmodified-since': writtenTime(unmodifiedSince) }
      const path = `/${modules[entity]}/${id}`
      return write({ operation: 'records.update', method: 'PUT', path, headers }, await asJson(entity, values))
    },
  }
}

const numbers = new Set(['integer', 'double', 'currency', 'percent', 'long'])
const links = new Set(['lookup', 'ownerlookup', 'userlookup'])

/** A text as the field takes it. Fields that are not there or not to be written are refused here: the vendor ignores them without a word. */
const jsonOf = (name: string, value: string | null, fields: readonly ZohoField[]): unknown => {
  const field = fields.find(({ api_name: api }) => api === name)
  if (!field || !canWrite(field))
    throw new ProviderError('refused', `Zoho CRM has no field ${name.slice(0, 100)} that can be written.`, {
      code: 'INVALID_FIELD',
    })
  const { data_type: type } = field
  if (value === null) return type === 'multiselectpicklist' ? [] : null
  if (numbers.has(type)) return numberIn(name, value)
  if (type === 'boolean') return value === 'true'
  if (type === 'multiselectpicklist') return value.split(';').filter((each) => each !== '')
  if (links.has(type)) return { id: value }
  const at = type === 'datetime' ? readTime(value) : null
  return at === null ? value : writtenTime(at)
}

const numberIn = (name: string, value: string): number => {
  const number = Number(value)
  if (value.trim() !== '' && Number.isFinite(number)) return number
  throw new ProviderError('refused', `The value for ${name.slice(0, 100)} is no number.`, { code: 'INVALID_DATA' })
}
