import { setTimeout as sleep } from 'node:timers/promises'
import { leadOf } from './senders.ts'

export const rowsOfFile = 1_500

/**
 * Brings in files of leads, one after the other, while the product dies and comes back: whatever fails is tried again,
 * as a person at the page would.
 */
export const startImports = (options: {
  url: string
  token: () => string
  /** Asks for another token, when this one has ended. */
  renew: () => Promise<void>
  random: () => number
  signal: AbortSignal
}) => {
  let stopping = false
  options.signal.addEventListener('abort', () => {
    stopping = true
  })
  let current: number | null = null
  let imported = 0

  const call = async (type: string, body: object): Promise<{ upload: { id: string; state: string } }> => {
    const answer = await fetch(`${options.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${options.token()}` },
      body: JSON.stringify({ type, ...body }),
      signal: AbortSignal.timeout(15_000),
    })
    if (!answer.ok) throw new Error(`${type}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { upload: { id: string; state: string } }
  }

  const send = async (file: number): Promise<string> => {
    const leads = Array.from({ length: rowsOfFile }, (_, n) => leadOf(file * rowsOfFile + n, 'file'))
    const csv = `external_id,email,phone,name,company,source\n${leads.map((lead) => `${lead.external_id},${lead.email},${lead.phone},${lead.name},${lead.company},${lead.source}`).join('\n')}\n`
    const { upload } = await call('create-upload', { name: `leads-${file}.csv`, size: Buffer.byteLength(csv) })
    const answer = await fetch(`${options.url}/uploads/${upload.id}/content?from=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${options.token()}` },
      body: csv,
      signal: AbortSignal.timeout(15_000),
    })
    if (!answer.ok) throw new Error(`sending the file: ${answer.status} ${await answer.text()}`)
    return upload.id
  }

  /** Until it works, or the test has failed. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (options.signal.aborted || tries > 600) throw error
        await options.renew().catch(() => {}) // the product may be down just now
        await sleep(100)
      }
    }
  }

  const importOne = async (file: number): Promise<void> => {
    const uploadId = await insist(() => send(file))
    current = file
    await insist(() => call('start-upload', { uploadId }))
    for (;;) {
      const { state } = (await insist(() => call('show-upload', { uploadId }))).upload
      if (state === 'done') break
      if (state === 'failed') await insist(() => call('start-upload', { uploadId }))
      await sleep(100)
    }
    current = null
    imported++
  }

  const running = (async () => {
    for (let file = 0; !stopping; file++) {
      await importOne(file)
      await sleep(200)
    }
  })()
  // Heard by stop(); when the test has failed by then, that is what is told.
  running.catch(() => {})

  return {
    /** A row of the file in progress, to be posted by another connection at the same time. */
    rowOfFile: () =>
      current === null ? null : leadOf(current * rowsOfFile + Math.floor(options.random() * rowsOfFile), 'file'),
    /** Brings the file under way to its end. */
    async stop(): Promise<{ files: number }> {
      stopping = true
      await running
      return { files: imported }
    },
  }
}
