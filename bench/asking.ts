import { parentPort } from 'node:worker_threads'
import type { Asked, Given } from './asker.ts'
import { postGateway } from './gateway-post.ts'

/** The thread of an asker: one call after the other. */
const ask = async ({ port, token, body, keep }: Asked): Promise<Given> => {
  const begun = performance.now()
  const { status, text } = await postGateway(port, token, body)
  const ms = performance.now() - begun
  if (status !== 200) return { ms, refusal: text, kept: {} }
  const said = keep.length === 0 ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { ms, refusal: null, kept: Object.fromEntries(keep.map((name) => [name, said[name]])) }
}

parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await ask(asked)))
