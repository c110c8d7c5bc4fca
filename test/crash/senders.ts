import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What became of the posts of one external_id. */
export interface Told {
  /** Answered 200. */
  acknowledged: number
  /** Answered 200 with `deduplicated: false`. */
  fresh: number
  /** No answer, or 503: it may have been taken or not. */
  unsettled: number
  /** Other lead ids than the first one that was acknowledged. */
  otherIds: number
  leadId: string | undefined
}

export interface Senders {
  readonly told: ReadonlyMap<string, Told>
  /** Answers by status; 0 for none. */
  readonly statuses: ReadonlyMap<number, number>
  /** Ends the load; every acknowledged lead is in the ledger then. */
  stop(): Promise<void>
}

const lanes = 24

export const leadOf = (n: number, prefix: string) => ({
  email: `crash.${prefix}.${n}@example.com`,
  phone: `+491${prefix === 'api' ? '5' : '7'}${String(n).padStart(9, '0')}`,
  name: `Crash ${prefix} ${n}`,
  company: 'Example Works GmbH',
  source: 'crash',
  external_id: `${prefix}-${n}`,
})

/**
 * Posts leads for as long as it may, whatever happens to the server: most of them new, some again, some by several
 * connections at once, some that a file brings at the same time. Each acknowledged one goes to the ledger at once.
 */
export const startSenders = (options: {
  url: string
  key: string
  ledger: string
  random: () => number
  /** A lead of the file that is being imported, or null. */
  rowOfFile: () => ReturnType<typeof leadOf> | null
  /** Ends the load when the test has failed. */
  signal: AbortSignal
}): Senders => {
  const { hostname, port } = new URL(options.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const told = new Map<string, Told>()
  const statuses = new Map<number, number>()
  const ledger = openLedger(options.ledger)
  let stopping = false
  let next = 0

  const post = (lead: ReturnType<typeof leadOf>): Promise<number> =>
    new Promise((resolve) => {
      const body = JSON.stringify(lead)
      const entry = told.get(lead.external_id) ?? { acknowledged: 0, fresh: 0, unsettled: 0, otherIds: 0, leadId: undefined }
      told.set(lead.external_id, entry)
      let settled = false
      const settle = (status: number): void => {
        if (settled) return
        settled = true
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== 200) entry.unsettled++
        resolve(status)
      }
      const sending = request(
        {
          hostname,
          port,
          path: '/v1/leads',
          method: 'POST',
          agent,
          timeout: 15_000,
          headers: {
            authorization: `Bearer ${options.key}`,
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
          answer.on('error', () => settle(0))
          answer.on('close', () => settle(0))
          answer.on('end', () => {
            if (!answer.complete) return settle(0)
            if (answer.statusCode === 200) {
              const { lead_id, deduplicated } = JSON.parse(text) as { lead_id: string; deduplicated: boolean }
              ledger.add(lead_id, lead.external_id)
              entry.acknowledged++
              if (!deduplicated) entry.fresh++
              entry.leadId ??= lead_id
              if (entry.leadId !== lead_id) entry.otherIds++
            }
            settle(answer.statusCode ?? 0)
          })
        },
      )
      sending.on('timeout', () => sending.destroy())
      sending.on('error', () => settle(0))
      sending.end(body)
    })

  const lane = async (): Promise<void> => {
    while (!stopping && !options.signal.aborted) {
      const dice = options.random()
      const row = dice < 0.1 ? options.rowOfFile() : null
      const statuses =
        row !== null
          ? [await post(row)]
          : dice < 0.2 && next > 0
            ? [await post(leadOf(Math.max(0, next - 1 - Math.floor(options.random() * 2_000)), 'api'))]
            : dice < 0.25
              ? await Promise.all(
                  Array.from(
                    { length: 6 },
                    (
                      (n) => () =>
                        post(leadOf(n, 'api'))
                    )(next++),
                  ),
                )
              : [await post(leadOf(next++, 'api'))]
      // Who is not answered asks again soon, and leaves the processor to what is being started meanwhile.
      if (!statuses.includes(200)) await sleep(100)
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))

  return {
    told,
    statuses,
    async stop() {
      stopping = true
      await running
      agent.destroy()
      ledger.close()
    },
  }
}

/** Lines of `lead_id external_id`, on the disk within a few milliseconds of the answer. */
const openLedger = (file: string) => {
  const handle = openSync(file, 'a')
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    writeSync(handle, text)
    fdatasyncSync(handle)
  }
  const timer = setInterval(flush, 20)
  return {
    add: (leadId: string, externalId: string): void => void lines.push(`${leadId} ${externalId}\n`),
    close: (): void => {
      clearInterval(timer)
      flush()
      closeSync(handle)
    },
  }
}
