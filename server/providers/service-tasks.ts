import { NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import type { OAuthAccount } from '#ports/oauth.ts'
import type { OAuthService, ServiceTask, TaskWords } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { isObject, memberOf, parsed } from './answers.ts'
import { apiHeaders, codeOf, rateLimited, refusalOf } from './oauth-calls.ts'
import { atBase } from './oauth-hosts.ts'

/** For the whole call: a worker that stops waits for it. */
const taskMs = 8_000

interface Performing extends Pick<OAuthAccount, 'apiBase' | 'accountId'> {
  readonly service: OAuthService
  readonly does: ServiceTask
  readonly base?: string | undefined
  readonly http: ProviderHttp
  readonly now: () => Date
}

/** Asks a service to do what its row says, once. Answers its name for what it made; throws as the port says. */
export const performAt = async (given: Performing, accessToken: string, words: TaskWords): Promise<string> => {
  const { service, does, base, apiBase, accountId, http, now } = given
  const names: Readonly<Record<string, string>> = { ...words.asked, account: accountId ?? '' }
  const url = does.url.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(names[name] ?? ''))
  const asked = {
    operation: does.name,
    canRepeat: false,
    method: 'POST',
    url: atBase(url, base ?? (does.atAccount ? apiBase : null)),
    headers: { ...apiHeaders(service, accessToken), 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(does.body(words)),
    timeoutMs: taskMs,
  } as const
  const answer = await http.send(asked).catch((error: unknown) => {
    throw unanswered(service, error, now())
  })
  const { status } = answer
  if (status === 401 || status === 403) throw new ProviderError('dead', `${service.title} rejects the access token.`)
  if (status === 429 || status === 503) throw rateLimited(service, answer, now())
  const said = parsed(answer.body)
  const refusal = refusalOf(service, said)
  const { okField } = service.whose
  const isRefused = (status >= 400 && status < 500) || (okField !== undefined && memberOf(said, okField) === false)
  if (refusal ?? isRefused) throw refusal ?? refusedWith(service, said)
  const made = memberOf(said, does.madeField)
  if (status < 300 && !answer.isCut && (typeof made === 'string' || typeof made === 'number')) return String(made).slice(0, 200)
  if (status < 300 && isObject(said) && 'errors' in said) throw refusedWith(service, said)
  throw new ProviderError('uncertain', `${service.title} returned an invalid response (${status}).`)
}

const refusedWith = ({ title }: OAuthService, said: unknown): ProviderError => {
  const code = ['error', 'error.type', 'code', 'status']
    .map((place) => memberOf(said, place))
    .find((each) => typeof each === 'string')
  return new ProviderError('refused', `${title} refused: ${codeOf(String(code ?? '').toLowerCase())}.`)
}

const unanswered = ({ title }: OAuthService, error: unknown, now: Date): unknown => {
  if (error instanceof CircuitOpen)
    return new ProviderError('busy', `${title} keeps failing; calls to it are paused for a moment.`, {
      retryAfterMs: Math.max(0, error.retryAt.getTime() - now.getTime()),
      cause: error,
    })
  if (!(error instanceof NoAnswer)) return error
  return mayHaveLeft(error)
    ? new ProviderError('uncertain', `${title} did not respond.`, { cause: error })
    : new ProviderError('unreachable', `${title} cannot be reached.`, { cause: error })
}
