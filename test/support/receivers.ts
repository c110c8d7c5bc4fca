import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from './app.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answering = (response: ServerResponse, request: Received, times: number) => void | Promise<void>

/** Another system that workflows send to: it keeps what came, by path, and answers as it is told. */
export const startReceiver = async () => {
  const received: Received[] = []
  const answers = new Map<string, Answering>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(pieces).toString() }
      received.push(one)
      const times = received.filter((each) => each.path === path).length
      void (answers.get(path) ?? answerOk)(response, one, times)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What it answers at a path; OK until then. */
    at: (path: string, answer: Answering): void => void answers.set(path, answer),
    receivedAt: (path: string): Received[] => received.filter((each) => each.path === path),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

const answerOk: Answering = (response) => void json(response, 200, { ok: true })

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** As if the worker that has a run had died just now, and its time had passed: another one takes it, and the first writes nothing more. */
export const loseWorker = (app: TestApp, orgId: string, runId: string): Promise<void> =>
  app.database.inOrg(orgId, async (db) => {
    await db
      .updateTable('workflow_runs')
      .set({ lease: null, due_at: new Date() })
      .where('org_id', '=', orgId)
      .where('id', '=', runId)
      .execute()
  })
