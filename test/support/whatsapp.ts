import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A webhook as it came. */
export interface Came {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** What takes webhooks in a test: it answers the check of its address for `verifyToken`, and keeps what comes. */
export const startReceiver = async (verifyToken: string) => {
  const came: Came[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://here')
    if (request.method === 'GET') {
      const isRight = url.searchParams.get('hub.verify_token') === verifyToken
      response.writeHead(isRight ? 200 : 403).end(isRight ? url.searchParams.get('hub.challenge') : '')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (status === 200) came.push({ headers: request.headers as Came['headers'], body: Buffer.concat(chunks) })
    response.writeHead(status).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?connection=7`,
    came,
    /** From now on webhooks are answered so; what is not 200 is not kept. */
    answer(next: number): void {
      status = next
    },
    stop(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The phones of the sandbox as a program uses them; `address`: where the sandbox answers, `business`: any id of one. */
export const phonesAt = (address: string, business: string) => {
  const call = async <T>(path: string, body?: object, phone?: string): Promise<T> => {
    const query = new URLSearchParams({ business, ...(phone !== undefined && { phone }) })
    const response = await fetch(`${address}/sandbox/whatsapp/api${path}?${query}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }
  const messages = (phone: string): Promise<PhoneMessage[]> => call('/messages', undefined, phone)
  return {
    /** A phone of its own for a test. */
    add: (phone: {
      name: string
      number?: string
      username?: string
      hidesNumber?: boolean
    }): Promise<{ id: string; number: string }> => call('/phones', phone),
    change: (phone: string, changes: object): Promise<object> => call(`/phones/${phone}`, changes),
    write: (phone: string, message: object): Promise<{ id: string; at: number }> => call('/messages', message, phone),
    messages,
    read: (phone: string): Promise<object> => call('/read', {}, phone),
    batch: (): Promise<{ ids: string[] }> => call('/batch', {}),
    burst: (count: number, perSecond?: number): Promise<{ ids: string[] }> => call('/burst', { count, perSecond }),
    /** Time passes for the platform: what was written there was so much longer ago. */
    advance: (phone: string, seconds: number): Promise<object> => call('/advance', { seconds }, phone),
    /** What the business sent to this phone, once it is there. */
    received: (phone: string, text: string | RegExp): Promise<PhoneMessage> =>
      until(`the message to ${phone}`, async () =>
        (await messages(phone)).find(
          (each) => each.from === 'business' && (typeof text === 'string' ? each.text === text : text.test(each.text)),
        ),
      ),
  }
}
export interface PhoneMessage {
  readonly id: string
  readonly from: 'customer' | 'business'
  readonly type: string
  readonly text: string
  readonly at: number
  readonly status: string
  readonly buttons: readonly string[]
  readonly reply_to: { readonly id: string; readonly text: string } | null
  readonly reactions: { readonly customer: string | null; readonly business: string | null }
}
