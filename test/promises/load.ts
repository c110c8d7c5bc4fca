import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  /** Lead ids that were answered 200. */
  readonly acknowledged: ReadonlySet<string>
  /** Every other answer, by its time: 0 for none at all. */
  readonly failures: readonly { readonly atMs: number; readonly status: number; readonly body: string }[]
  /** Times of the answers 200. */
  readonly successes: readonly number[]
  stop(): Promise<void>
}

let number = 0
/** A lead like no other. */
export const someLead = () => ({
  email: `load.${process.pid}.${++number}@example.com`,
  name: `Load ${number}`,
  company: 'Example Works GmbH',
  source: 'load',
  external_id: `load-${process.pid}-${number}`,
})

/** Posts distinct leads on some connections, one after the other on each, until it is stopped. Never sends one twice. */
export const startLoad = (
  url: string,
  key: string,
  options: { lanes?: number; pauseMs?: number; note?: string } = {},
): Load => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  const acknowledged = new Set<string>()
  const failures: { atMs: number; status: number; body: string }[] = []
  const successes: number[] = []
  let stopping = false

  const post = (): Promise<void> =>
    new Promise((resolve) => {
      const settle = (status: number, body: string): void => {
        if (status === 200) {
          acknowledged.add((JSON.parse(body) as { lead_id: string }).lead_id)
          successes.push(Date.now())
        } else failures.push({ atMs: Date.now(), status, body })
        resolve()
      }
      const body = JSON.stringify({ ...someLead(), note: options.note })
      const sending = request(
        {
          hostname,
          port,
          path: '/v1/leads',
          method: 'POST',
          agent,
          timeout: 20_000,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => {
            text += chunk
          })
          answer.once('close', () =>
            answer.complete ? settle(answer.statusCode ?? 0, text) : settle(0, 'the answer broke off'),
          )
        },
      )
      sending.once('timeout', () => sending.destroy(new Error('no answer within 20 s')))
      sending.once('error', (error) => settle(0, error.message))
      sending.end(body)
    })

  const lane = async (): Promise<void> => {
    while (!stopping) {
      const before = failures.length
      await post()
      // The machine has other things to do, and a loop that only fails is no load.
      await sleep(failures.length > before ? 20 : (options.pauseMs ?? 5))
    }
  }
  const running = Promise.all(Array.from({ length: options.lanes ?? 8 }, lane))
  return {
    acknowledged,
    failures,
    successes,
    async stop() {
      stopping = true
      await running
      agent.destroy()
    },
  }
}
