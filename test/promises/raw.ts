import net from 'node:net'

export interface RawAnswer {
  /** Everything that came back, as it stood on the wire. */
  readonly text: string
  /** The server ended the connection. */
  readonly closed: boolean
  /** Until the first byte of an answer came; null when none did. */
  readonly firstByteMs: number | null
  readonly endedMs: number
}

/** Writes bytes on a connection of their own, never ends its side, and gathers what comes back until the server closes or `waitMs` are over. */
export const speak = (
  url: string,
  pieces: readonly (string | Buffer)[],
  options: { waitMs?: number; betweenMs?: number; until?: (text: string) => boolean } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const begun = performance.now()
    let text = ''
    let firstByteMs: number | null = null
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    const finish = (closed: boolean): void => {
      clearTimeout(longest)
      socket.removeAllListeners('end')
      resolve({ text, closed, firstByteMs, endedMs: performance.now() - begun })
      socket.destroy()
    }
    const longest = setTimeout(() => finish(false), options.waitMs ?? 3_000)
    socket.on('data', (chunk: Buffer) => {
      firstByteMs ??= performance.now() - begun
      text += chunk.toString('latin1')
      if (options.until?.(text)) finish(false)
    })
    socket.on('end', () => finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Writing on after the server has ended the connection.
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') finish(true)
      else reject(error)
    })
    const write = async (): Promise<void> => {
      for (const [n, piece] of pieces.entries()) {
        if (n > 0 && options.betweenMs) await new Promise((done) => setTimeout(done, options.betweenMs))
        if (socket.destroyed) return
        socket.write(piece)
      }
    }
    socket.on('connect', () => void write())
  })

/** The statuses of all answers in what came back. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status !== 100)

/** The JSON body of the last answer in what came back. */
export const bodyIn = (text: string): Record<string, unknown> =>
  JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4)) as Record<string, unknown>

export const leadHead = (key: string, lines: readonly string[]): string =>
  [
    'POST /v1/leads HTTP/1.1',
    'Host: foyer.test',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')
