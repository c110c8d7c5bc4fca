/** What the server answered; status 0: nothing came back. */
export interface Answered<Body = Readonly<Record<string, unknown>>> {
  readonly status: number
  readonly body: Body & { readonly error?: string; readonly code?: string }
  readonly retryAfterSeconds: number
}

const timeoutMs = 20_000

/** Calls an action of Foyer from a page of another origin: no cookie goes along, and no more of the page than its origin. */
export const post = async <Body>(base: string, name: string, body: object, token?: string): Promise<Answered<Body>> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const response = await fetch(`${base}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) },
      body: JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
    })
    return {
      status: response.status,
      body: await response.json(),
      retryAfterSeconds: Number(response.headers.get('retry-after')) || 0,
    }
  } catch {
    return { status: 0, body: {} as Answered<Body>['body'], retryAfterSeconds: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** Without a first event within this time, a proxy buffers the stream. */
const openMs = 8_000
/** The server says at least this often that it is still here. */
const silentMs = 40_000

/**
 * Hears that there is something new, until the server, the network or `signal` ends it. Resolves with whether it ever heard
 * anything.
 */
export const listen = async (base: string, token: string, signal: AbortSignal, onNews: () => void): Promise<boolean> => {
  const stop = new AbortController()
  signal.addEventListener('abort', () => stop.abort())
  let timer = setTimeout(() => stop.abort(), openMs)
  let heard = false
  try {
    const response = await fetch(`${base}/chat/events`, {
      headers: { authorization: `bearer ${token}` },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: stop.signal,
    })
    const reader = response.ok ? response.body?.getReader() : undefined
    if (!reader) return false
    const decoder = new TextDecoder()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return heard
      heard = true
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), silentMs)
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      if (events.some((event) => /^event: (open|news)$/m.test(event))) onNews()
    }
  } catch {
    return heard
  } finally {
    clearTimeout(timer)
  }
}
