import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { openMailbox, type ShownMail } from '../../sandbox/mailbox.ts'
import { sandbox } from '../../sandbox/sandbox.ts'

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** The sandbox's Resend on a port of its own, which can be told to answer otherwise. */
export const startResend = async (): Promise<{
  url: string
  arrived(): ShownMail[]
  asked: Asked[]
  /** What it says from now on; undefined: what Resend would say. */
  answer(reply: Reply | undefined): void
  /** From now on mails are taken and nobody hears of it, until the answer's function is called. */
  fallSilent(): () => void
  stop(): Promise<void>
}> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-resend-'))
  const asked: Asked[] = []
  let next: Reply | undefined
  let silence: Promise<void> | undefined
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('preHandler', async (request, reply) => {
    asked.push({
      method: request.method,
      path: request.url.replace('/sandbox/resend', ''),
      headers: request.headers,
      body: (request.body ?? {}) as Asked['body'],
    })
    if (next)
      return reply
        .code(next.status)
        .headers(next.headers ?? {})
        .send(next.body)
  })
  app.addHook('onSend', async () => silence)
  app.register(sandbox, { prefix: '/sandbox', folder, isOpen: false, origin: () => '' })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${address}/sandbox/resend`,
    arrived: () => openMailbox(folder).list(),
    asked,
    answer: (reply) => {
      next = reply
    },
    fallSilent() {
      let speak = (): void => {}
      silence = new Promise((done) => {
        speak = done
      })
      return () => {
        silence = undefined
        speak()
      }
    },
    async stop() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
