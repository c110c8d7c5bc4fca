import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ready } from './ready.ts'

/**
 * A vendor that streams as Gemini does, as fast as it is read, with no thought: `talk` answers as a model does, a piece now
 * and then, `many N` so many at once, and
 * `open` one a second until its caller goes away. The last text of the request says which.
 */
const piece = (text: string, finishReason?: string): string =>
  `data: ${JSON.stringify({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, ...(finishReason && { finishReason }) }],
    modelVersion: 'gemini-bench',
    ...(finishReason && { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10 } }),
  })}\r\n\r\n`

const word = piece('one word ')
const end = piece('', 'STOP')

const many = (response: ServerResponse, count: number): void => {
  let left = count
  const write = (): void => {
    while (left-- > 0) if (!response.write(word)) return void response.once('drain', write)
    response.end(end)
  }
  write()
}

/** The first word after 100 ms, and nine more, 50 ms apart. */
const talk = async (response: ServerResponse): Promise<void> => {
  await sleep(100)
  for (let n = 0; n < 10; n++) {
    response.write(word)
    await sleep(50)
  }
  response.end(end)
}

const open = (response: ServerResponse): void => {
  response.write(word)
  const timer = setInterval(() => response.write(word), 1_000)
  response.once('close', () => clearInterval(timer))
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":[]}')
  const asked = JSON.parse(Buffer.concat(chunks).toString()) as { contents: { parts: { text: string }[] }[] }
  const [what = '', count = '1'] = (asked.contents.at(-1)?.parts.at(-1)?.text ?? '').split(' ')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (what === 'open') return open(response)
  if (what === 'talk') return talk(response)
  many(response, Number(count))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  ready((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections()
    server.close()
  }),
)
