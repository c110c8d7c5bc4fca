import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Http, NoAnswer, type Sending } from '#core/outbound/http.ts'
import { FilesError } from '#ports/files.ts'
import { type Bucket, type Query, urlOf } from './bucket.ts'
import { asAway, asFilesError, errorCodeOf } from './errors.ts'
import { signed } from './signing.ts'

export interface S3Parts {
  readonly bucket: Bucket
  readonly http: Pick<Http, 'send'>
  readonly now: () => Date
  /** Waits between tries, doubled each time; 200 ms at first. */
  readonly firstWaitMs?: number
}

export interface S3Call {
  readonly method: Sending['method']
  /** With the prefix; empty: the bucket itself. */
  readonly key: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly maxBytes?: number
  /** Answers that are no failure although they are not 2xx. */
  readonly taken?: readonly number[]
}

const leastTimeoutMs = 15_000
/** What is sent may go at 150 KB/s: a part of 8 MB has a minute and a quarter. */
const slowestBytesPerMs = 150
const mostTries = 4
/** A person may wait for it: after so long a request is not begun again. */
const patienceMs = 20_000
/** Of answers about objects; lists have 1,000 of them. */
const usualBytes = 2 * 1024 * 1024

export type Call = (call: S3Call) => Promise<Answer>

/**
 * Requests to the bucket, signed one by one, with a time limit each. What passes by itself is tried four times within some seconds: every
 * request here can be repeated, as a write that was done already is found by its content.
 */
export const openCalls = ({ bucket, http, now, firstWaitMs = 200 }: S3Parts): Call => {
  const once = async ({
    method,
    key,
    query,
    headers = {},
    body,
    maxBytes = usualBytes,
    taken = [],
  }: S3Call): Promise<Answer> => {
    const url = urlOf(bucket, key, query)
    const sending = { method, url, headers, ...(body && { body }) }
    const timeoutMs = leastTimeoutMs + Math.ceil((body?.length ?? 0) / slowestBytesPerMs)
    const answer = await http.send({
      ...sending,
      headers: await signed(bucket, sending, now()),
      timeoutMs,
      maxBytes,
      redirects: 0,
    })
    if (taken.includes(answer.status)) return answer
    const isFine = answer.status >= 200 && answer.status < 300
    // A copy or a completion that fails late has said 200 already, and says what is wrong in its body.
    if (isFine && method === 'POST' && errorCodeOf(answer.body) !== null) throw asFilesError({ ...answer, status: 500 })
    if (!isFine) throw asFilesError(answer)
    return answer
  }
  return async (call) => {
    const begunMs = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        return await once(call)
      } catch (thrown) {
        const error = thrown instanceof NoAnswer ? asAway(thrown) : thrown
        if (!(error instanceof FilesError) || !mayPass(error) || tries >= mostTries || performance.now() - begunMs > patienceMs)
          throw error
        await sleep(firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random()))
      }
    }
  }
}

/** What was damaged on its way is sent again. */
const mayPass = (error: FilesError): boolean => error.passes || error.trouble === 'damaged'
