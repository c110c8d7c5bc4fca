import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCall, end } from './calls.ts'
import { type Account, type Call, isOver, Refused, rfc2822, type Store, secondsOf } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token it came with. */
    twilio?: Account
  }
}

interface Asked {
  Params: { sid: string; call: string }
  Querystring: Readonly<Record<string, string | undefined>>
  Body: unknown
}

const accountPath = '/2010-04-01/Accounts/:sid(^AC[0-9a-fA-F]{32})'

/** The API that is called with an account's token: https://www.twilio.com/docs/voice/api */
export const serveApi = (app: FastifyInstance, store: Store): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.statusCode).send(shownRefusal(error))
    const isTheirs = error instanceof SyntaxError || (error.statusCode ?? 500) < 500
    const refused = isTheirs ? new Refused(20_001, 'Bad request') : new Refused(20_500, 'Internal Server Error', 500)
    return reply.code(refused.statusCode).send(shownRefusal(refused))
  })

  app.register(async (api) => {
    api.addHook<Asked>('onRequest', async (request) => {
      request.twilio = enter(store, request)
    })
    serveAccount(api, store)
    serveCalls(api, store)
  })
}

const serveAccount = (api: FastifyInstance, store: Store): void => {
  api.get<Asked>(`${accountPath}.json`, async (request) => shownAccount(whose(request)))

  api.get<Asked>(`${accountPath}/IncomingPhoneNumbers.json`, async (request) => {
    const account = whose(request)
    const { PhoneNumber } = request.query
    const own = PhoneNumber === undefined || account.number.includes(PhoneNumber) ? [account] : []
    return pageOf('incoming_phone_numbers', request, own.map(shownNumber))
  })

  // Not the vendor's: there a person says it on the console's pages.
  api.post<Asked>(`${accountPath}/Sandbox.json`, async (request) => {
    const { VoiceUrl, ApiKeySid, ApiKeySecret, ApplicationSid } = asForm(request.body)
    if (!/^https?:$/.test(URL.parse(VoiceUrl ?? '')?.protocol ?? '')) throw new Refused(21_205, 'Url is not a valid URL')
    store.accounts.put({
      ...whose(request),
      voiceUrl: VoiceUrl ?? null,
      apiKeySid: ApiKeySid ?? null,
      apiKeySecret: ApiKeySecret ?? null,
      applicationSid: ApplicationSid ?? null,
    })
    return { voice_url: VoiceUrl }
  })
}

const serveCalls = (api: FastifyInstance, store: Store): void => {
  api.post<Asked>(`${accountPath}/Calls.json`, async (request, reply) => {
    const account = whose(request)
    const { To = '', From = '', Url = '' } = asForm(request.body)
    if (!/^\+[1-9]\d{6,14}$/.test(To)) throw new Refused(21_211, "Invalid 'To' Phone Number")
    if (From !== account.number) throw new Refused(21_210, "'From' phone number not verified")
    if (!/^https?:$/.test(URL.parse(Url)?.protocol ?? '')) throw new Refused(21_205, 'Url is not a valid URL')
    return reply.code(201).send(shownCall(createCall(store, account, { from: From, to: To, url: Url })))
  })
  api.get<Asked>(`${accountPath}/Calls.json`, async (request) => {
    const { To, From, Status, ParentCallSid } = request.query
    const found = store.calls
      .list()
      .filter(
        (call) =>
          call.accountSid === whose(request).id &&
          (To === undefined || call.to === To) &&
          (From === undefined || call.from === From) &&
          (Status === undefined || call.status === Status) &&
          (ParentCallSid === undefined || call.parentSid === ParentCallSid),
      )
    return pageOf('calls', request, found.map(shownCall))
  })
  const find = (request: FastifyRequest<Asked>): Call => {
    const call = store.calls.find(request.params.call)
    if (call?.accountSid !== whose(request).id) throw new Refused(20_404, 'The requested resource was not found', 404)
    return call
  }
  const callPath = `${accountPath}/Calls/:call(^CA[0-9a-fA-F]{32}).json`
  api.get<Asked>(callPath, async (request) => shownCall(find(request)))
  api.post<Asked>(callPath, async (request) => {
    const call = find(request)
    const { Status } = asForm(request.body)
    if (Status !== 'completed' && Status !== 'canceled') throw new Refused(20_001, "Invalid 'Status'")
    if (!isOver(call)) end(store, whose(request), call, Status)
    return shownCall(find(request))
  })
}

/** Basic: the account's id and token, or an API key's of the account. */
const enter = (store: Store, request: FastifyRequest<Asked>): Account => {
  const given = /^Basic\s+([\w+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const [name = '', ...rest] = Buffer.from(given ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const [secret, { sid }] = [rest.join(':'), request.params]
  const known = store.accounts.find(sid)
  if (known && name === known.apiKeySid && secret === known.apiKeySecret) return known
  const account = name === sid && secret !== '' ? store.enter(sid, secret) : null
  if (!account) throw new Refused(20_003, 'Authenticate', 401)
  return account
}

const whose = (request: { twilio?: Account }): Account => {
  if (!request.twilio) throw new Error('a call without its account')
  return request.twilio
}

export const asForm = (body: unknown): Readonly<Record<string, string | undefined>> =>
  body !== null && typeof body === 'object' ? (body as Record<string, string>) : {}

const pageOf = (name: string, request: FastifyRequest<Asked>, rows: readonly object[]) => {
  const size = Math.min(1_000, Math.max(1, Number(request.query.PageSize) || 50))
  const number = Math.max(0, Number(request.query.Page) || 0)
  const shown = rows.slice(number * size, (number + 1) * size)
  const [path = ''] = request.url.slice(request.url.indexOf('/2010-04-01')).split('?')
  const uriOf = (page: number): string => `${path}?PageSize=${size}&Page=${page}`
  return {
    [name]: shown,
    page: number,
    page_size: size,
    start: number * size,
    end: number * size + Math.max(0, shown.length - 1),
    uri: uriOf(number),
    first_page_uri: uriOf(0),
    next_page_uri: rows.length > (number + 1) * size ? uriOf(number + 1) : null,
    previous_page_uri: number === 0 ? null : uriOf(number - 1),
  }
}

const shownAccount = (account: Account) => ({
  sid: account.id,
  friendly_name: 'Sandbox',
  status: 'active',
  type: 'Full',
  owner_account_sid: account.id,
  auth_token: null,
  date_created: rfc2822(account.createdAt),
  date_updated: rfc2822(account.createdAt),
  subresource_uris: {},
  uri: `/2010-04-01/Accounts/${account.id}.json`,
})

const shownNumber = (account: Account) => ({
  sid: account.id.replace(/^AC/, 'PN'),
  account_sid: account.id,
  phone_number: account.number,
  friendly_name: account.number,
  api_version: '2010-04-01',
  beta: false,
  capabilities: { voice: true, sms: false, mms: false, fax: false },
  voice_url: account.voiceUrl,
  voice_method: 'POST',
  status: 'in-use',
  date_created: rfc2822(account.createdAt),
  date_updated: rfc2822(account.createdAt),
  uri: `/2010-04-01/Accounts/${account.id}/IncomingPhoneNumbers/${account.id.replace(/^AC/, 'PN')}.json`,
})

const shownCall = (call: Call) => {
  const uri = `/2010-04-01/Accounts/${call.accountSid}/Calls/${call.id}`
  return {
    sid: call.id,
    account_sid: call.accountSid,
    parent_call_sid: call.parentSid,
    api_version: '2010-04-01',
    to: call.to,
    to_formatted: call.to,
    from: call.from,
    from_formatted: call.from,
    status: call.status,
    direction: call.direction,
    start_time: call.answeredAt && rfc2822(call.answeredAt),
    end_time: call.endedAt && rfc2822(call.endedAt),
    duration: call.status === 'completed' ? String(secondsOf(call)) : null,
    price: null,
    price_unit: 'USD',
    answered_by: null,
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: '0',
    trunk_sid: null,
    phone_number_sid: null,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.endedAt ?? call.answeredAt ?? call.createdAt),
    uri: `${uri}.json`,
    subresource_uris: {},
  }
}

/** https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
export const shownRefusal = ({ code, message, statusCode }: Refused) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status: statusCode,
})
