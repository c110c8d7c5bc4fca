import { openAsker } from './asker.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of } from './figures.ts'
import { postGateway } from './gateway-post.ts'
import type { Store } from './store.ts'

/** A call of the gateway, with its answer. */
export const callGateway = async (port: number, token: string, body: object): Promise<Record<string, unknown>> => {
  const { status, text } = await postGateway(port, token, JSON.stringify(body))
  if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

interface Times {
  /** The p99 of the slowest, in milliseconds. */
  readonly worst: number
  readonly words: string
}

/** How long calls take, as the pages of the app make them: one after the other, each so many times, by members who stay below their limits. */
export const timesOfCalls = async (
  store: Store,
  { given, port }: { readonly given: Given; readonly port: number },
  bodies: Readonly<Record<string, object>>,
  {
    calls,
    warmUpCalls,
    callsOfMember,
    role,
  }: {
    readonly calls: number
    readonly warmUpCalls: number
    readonly callsOfMember: number
    readonly role?: 'member' | 'owner'
  },
): Promise<Times> => {
  const found: { name: string; p99: number; middle: number }[] = []
  const asker = openAsker(port)
  try {
    for (const [name, body] of Object.entries(bodies)) {
      const times: number[] = []
      let token = ''
      for (let n = -warmUpCalls; n < calls; n++) {
        if ((n + warmUpCalls) % callsOfMember === 0) token = await store.token(given, role)
        const { ms } = await asker.ask(token, body)
        if (n >= 0) times.push(ms)
      }
      found.push({ name, p99: p99Of(times), middle: median(times) })
    }
  } finally {
    await asker.stop()
  }
  const worst = Math.max(...found.map(({ p99 }) => p99))
  const each = found.map(({ name, p99, middle }) => `${name} ${p99.toFixed(0)} (median ${middle.toFixed(0)})`)
  return { worst, words: `worst **${worst.toFixed(0)} ms**; ${each.join(' · ')}` }
}
