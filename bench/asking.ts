import { parentPort } from 'node:worker_threads'
import type { Asked, Given } from './asker.ts'

/** The thread of an asker: one call after the other. */
const ask = async ({ port, token, body, keep }: Asked): Promise<Given> => {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  const text = await answer.text()
  const ms = performance.now() - begun
  if (answer.status !== 200) return { ms, refusal: text, kept: {} }
  const said = keep.length === 0 ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { ms, refusal: null, kept: Object.fromEntries(keep.map((name) => [name, said[name]])) }
}

parentPort?.on('message', async (asked: Asked) => parentPort?.postMessage(await ask(asked)))
