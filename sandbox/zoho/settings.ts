import type { FastifyInstance } from 'fastify'
import { stages } from '../crm/seed.ts'
import { organizationOf } from './accounts.ts'
import { entityOf, type Field, fieldsOf, moduleNames, users } from './names.ts'
import { missingParameter, Refused, wrongParameter } from './refusals.ts'
import type { Store } from './store.ts'

const layoutId = '410405000000091023'
const pipelineId = '410405000000494305'
const forecasts = { open: 'Open', won: 'Closed Won', lost: 'Closed Lost' } as const

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>
}

/** What an account is made of: fields, stages, people. */
export const serveSettings = (app: FastifyInstance, store: Store): void => {
  app.get<Asked>('/crm/v8/settings/fields', async (request) => {
    const of = store.account(request)
    const { module } = request.query
    if (!module) throw missingParameter('module')
    if (!(moduleNames as readonly string[]).includes(module))
      throw new Refused('INVALID_MODULE', 'no such module', { api_name: 'module' })
    const entity = entityOf(module)
    return { fields: fieldsOf(entity, store.extra(of, entity)).map((field, at) => shownField(module, field, at)) }
  })
  app.get<Asked>('/crm/v8/settings/modules', async (request) => {
    store.account(request)
    return { modules: moduleNames.map(shownModule) }
  })
  app.get<Asked>('/crm/v8/settings/layouts', async (request, reply) => {
    store.account(request)
    if (!request.query.module) throw missingParameter('module')
    if (request.query.module !== 'Deals') return reply.code(204).send()
    const name = 'Standard'
    return { layouts: [{ id: layoutId, name, api_name: name, display_label: name, status: 'active', visible: true }] }
  })
  app.get<Asked>('/crm/v8/settings/pipeline', async (request, reply) => {
    store.account(request)
    if (!request.query.layout_id) throw missingParameter('layout_id')
    if (request.query.layout_id !== layoutId) return reply.code(204).send()
    return { pipeline: [pipeline] }
  })
  app.get<Asked>('/crm/v8/users', async (request, reply) => {
    store.account(request)
    const { type = 'AllUsers', page = '1', per_page: perPage = '200' } = request.query
    if (Number(perPage) > 200) throw wrongParameter('per_page')
    const found = Number(page) > 1 ? [] : users.filter((user) => kindsOfUsers[type]?.(user) ?? true)
    if (found.length === 0) return reply.code(204).send()
    return {
      users: found.map(shownUser),
      info: { per_page: Number(perPage), count: found.length, page: Number(page), more_records: false },
    }
  })
  app.get('/crm/v8/org', async (request) => {
    const of = store.account(request)
    store.accounts.use(of)
    return {
      org: [
        {
          ...organizationOf(of),
          ...{ company_name: `Company ${of}`, domain_name: `org${of}`, country_code: 'IN', time_zone: 'Asia/Kolkata' },
          ...{ primary_email: 'ada@sales.example', currency: 'Euro - EUR', iso_code: 'EUR', mc_status: true },
        },
      ],
    }
  })
}

const kindsOfUsers: Readonly<Record<string, (user: (typeof users)[number]) => boolean>> = {
  ActiveUsers: ({ hasLeft }) => !hasLeft,
  DeactiveUsers: ({ hasLeft }) => hasLeft,
  CurrentUser: ({ own }) => own === '1',
}

const shownUser = ({ id, name, email, hasLeft }: (typeof users)[number]) => {
  const [first, last] = name.split(' ')
  const status = hasLeft ? 'disabled' : 'active'
  return {
    ...{ id, full_name: name, first_name: first, last_name: last, email, status, confirm: true },
    ...{ zuid: null, time_zone: 'Asia/Kolkata' },
  }
}

/** Companies have another name on people's screens. */
const shownModule = (name: string, at: number) => {
  const label = name === 'Accounts' ? 'Clients' : name
  return {
    ...{ id: `41040500000000217${at}`, api_name: name, module_name: name, singular_label: label.slice(0, -1) },
    ...{ plural_label: label, api_supported: true, viewable: true, creatable: true, editable: true, deletable: true },
    ...{ generated_type: 'default', modified_time: null },
  }
}

const pipeline = {
  ...{ id: pipelineId, display_value: 'Standard', actual_value: 'Standard', default: true, child_available: false },
  maps: stages.map(({ name, kind }, at) => ({
    ...{ id: `41040500000000680${at}`, display_value: name, actual_value: name, sequence_number: at + 1 },
    forecast_type: forecasts[kind],
    forecast_category: { id: '410405000000006001', name: kind === 'open' ? 'Pipeline' : 'Closed' },
  })),
}

const jsonTypes: Readonly<Record<string, string>> = {
  ...{ integer: 'integer', currency: 'double', boolean: 'boolean', multiselectpicklist: 'jsonarray' },
  ...{ lookup: 'jsonobject', ownerlookup: 'jsonobject' },
}

const shownField = (module: string, field: Field, at: number) => {
  const canWrite = !field.isReadOnly
  return {
    ...{ id: `4104050000${(moduleNames as readonly string[]).indexOf(module)}00${String(2_000 + at)}`, api_name: field.api },
    ...{ field_label: field.label, display_label: field.label, data_type: field.type, length: 255 },
    ...{ json_type: jsonTypes[field.type] ?? 'string', custom_field: field.isCustom ?? false, read_only: !canWrite },
    ...{ system_mandatory: field.isMandatory ?? false, visible: true, type: 'used' },
    operation_type: { api_create: canWrite, api_update: canWrite, web_create: canWrite, web_update: canWrite },
    pick_list_values: (field.options ?? []).map((option, place) => shownOption(field, option, place)),
  }
}

const shownOption = ({ api }: Field, option: string, at: number) => {
  const stage = api === 'Stage' ? stages.find(({ name }) => name === option) : undefined
  return {
    ...{ id: `4104050000000${30_000 + at}`, display_value: option, actual_value: option, reference_value: option },
    ...{ sequence_number: at + 1, type: 'used', colour_code: null },
    ...(stage && { probability: stage.probability, forecast_type: forecasts[stage.kind] }),
  }
}
