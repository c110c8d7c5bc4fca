import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Target } from '#db/connect.ts'

const socketName = '.s.PGSQL.5432'

/**
 * Stands between a server and its database, and cuts a connection at a statement: before the database has it, or once the database has
 * answered and nobody hears it. Only the statements that are sent after `arm` count.
 */
export const openCutter = async (target: Target) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-cut-'))
  const upstream = path.join(target.host ?? '', socketName)
  const open = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let isCut = false
  let isAfter = false
  let passed = 0

  const server = createServer((client) => {
    const database = createConnection(upstream)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    let isDoomed = false
    const sent = messagesOf((type, bytes) => {
      if (isDoomed && !isAfter) return
      if (!isDoomed && (type === 'Q' || type === 'E')) {
        passed++
        if (--left === 0) {
          isDoomed = true
          isCut = true
          if (!isAfter) return end()
        }
      }
      database.write(bytes)
    }, true)
    const answered = messagesOf((type, bytes) => {
      // The statement is over, and its transaction where it was one of its own.
      if (isDoomed && type === 'Z') return end()
      if (!isDoomed) client.write(bytes)
    }, false)
    client.on('data', sent)
    database.on('data', answered)
  })
  await new Promise<void>((done) => server.listen(path.join(folder, socketName), done))

  return {
    target: { ...target, host: folder } satisfies Target,
    /** Cuts at the n-th statement from now on; the first is 1. */
    arm(n: number, when: 'before' | 'after'): void {
      left = n
      isAfter = when === 'after'
      isCut = false
      passed = 0
    },
    /** Whether it came to that statement, and how many passed. */
    disarm(): { readonly isCut: boolean; readonly passed: number } {
      left = Number.POSITIVE_INFINITY
      return { isCut, passed }
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whole messages of the wire protocol, with their types; the first of a client has none (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const messagesOf = (take: (type: string, bytes: Buffer) => void, isFromClient: boolean) => {
  let rest: Buffer = Buffer.alloc(0)
  let hasBegun = !isFromClient
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = hasBegun ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(hasBegun ? String.fromCharCode(message[0] ?? 0) : '', message)
      hasBegun = true
    }
  }
}
