import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // The body of an answer is whatever the test says it is.
  readonly body: Record<string, never> & { readonly [key: string]: unknown }
}

/** An answer that must have been given; whatever it says else is in the message. */
export const ok = (answer: Answer): Answer => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer
}

const agent = new Agent({ keepAlive: true })

/**
 * Asks a server and reads its answer: JSON, or `{ text }`. The sweeps over all actions make some ten thousand calls, and of
 * what `fetch` does for each (streams, some thirty promises, all followed by the test runner) they need nothing: a fifth less work.
 */
export const ask = (
  url: string,
  options: {
    readonly method?: string | undefined
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array | undefined
  } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const asked = request(url, { method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const named = new Headers()
        for (const [name, values] of Object.entries(response.headersDistinct))
          for (const value of values ?? []) named.append(name, value)
        resolve({ status: response.statusCode ?? 0, headers: named, body: parsed(Buffer.concat(pieces).toString()) })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

const parsed = (text: string): Answer['body'] => {
  try {
    return JSON.parse(text)
  } catch {
    return { text } as unknown as Answer['body']
  }
}
