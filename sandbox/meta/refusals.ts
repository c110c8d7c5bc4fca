/** What the Graph API says no to. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | null
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: number,
    message: string,
    more: { status?: number; subcode?: number; type?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.code = code
    this.status = more.status ?? 400
    this.subcode = more.subcode ?? null
    this.type = more.type ?? 'OAuthException'
    this.headers = more.headers ?? {}
  }
}

export const shownRefusal = ({ message, type, code, subcode }: Refused): object => ({
  error: { message, type, code, ...(subcode !== null && { error_subcode: subcode }), fbtrace_id: 'ASandboxTrace0' },
})

const graph = 'GraphMethodException'

export const deadToken = (subcode = 463): Refused =>
  new Refused(190, 'Error validating access token: Session has expired.', { status: 401, subcode })

export const noSuchObject = (id: string): Refused =>
  new Refused(
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: graph },
  )

export const noProof = (isThere: boolean): Refused =>
  new Refused(
    100,
    isThere
      ? 'Invalid appsecret_proof provided in the API argument'
      : 'API calls from the server require an appsecret_proof argument',
    { type: graph },
  )

export const noPermission = (): Refused => new Refused(10, '(#10) Permission denied', { status: 403 })

export const invalidParameter = (message: string): Refused => new Refused(100, `(#100) ${message}`)

/** `X-Business-Use-Case-Usage` of a page. */
export const usageOf = (pageId: string, percent: number, minutes = 0): Readonly<Record<string, string>> => ({
  'x-business-use-case-usage': JSON.stringify({
    [pageId]: [
      { type: 'leadgen', call_count: percent, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: minutes },
    ],
  }),
})

export const noBudget = (pageId: string): Refused =>
  new Refused(80005, 'There have been too many leadgen api calls to this Page account. Wait a bit and try again.', {
    headers: usageOf(pageId, 100, 17),
  })

/** Also the error of whatever else went wrong. */
export const tooMuch = (): Refused =>
  new Refused(1, "Please reduce the amount of data you're asking for, then retry your request", { status: 500 })

export const appLimit = (): Refused =>
  new Refused(4, '(#4) Application request limit reached', {
    status: 403,
    headers: { 'x-app-usage': '{"call_count":100,"total_cputime":25,"total_time":25}' },
  })
