import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

/** Another program that is told what happens: it keeps all that it gets, and answers as it is told. */
export const openReceiver = async () => {
  const received: Received[] = []
  let answer: (got: Received, response: ServerResponse) => void = (_got, response) => response.writeHead(204).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      received.push(got)
      answer(got, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    received,
    /** What came to a path. */
    of: (path: string): Received[] => received.filter((got) => got.path === path),
    url: (path: string): string => `http://127.0.0.1:${port}${path}`,
    /** How it answers from now on. */
    answerWith(next: typeof answer): void {
      answer = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Waits until something is so. Throws what it waited for when it never is. */
export const until = async <T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> => {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined>
    if (performance.now() > end) throw new Error(`it never came to this: ${what}`)
    // Who looks by an action may do so 120 times a minute.
    await new Promise((done) => setTimeout(done, 150))
  }
}
