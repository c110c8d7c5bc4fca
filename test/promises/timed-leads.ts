import { Agent, request } from 'node:http'
import { someLead } from './load.ts'

/** Posts leads over a few connections that stay open, and measures each. */
export const timedLeads = (url: string, key: string) => {
  const agent = new Agent({ keepAlive: true })

  const post = (): Promise<number> =>
    new Promise((done, fail) => {
      const body = JSON.stringify(someLead())
      const begun = performance.now()
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sending = request(`${url}/v1/leads`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          answer.statusCode === 200
            ? done(performance.now() - begun)
            : fail(new Error(`a lead was answered ${answer.statusCode}`)),
        )
      })
      sending.once('error', fail)
      sending.end(body)
    })

  return {
    /** How long each of so many took, in milliseconds. */
    async post(count: number): Promise<number[]> {
      const times: number[] = []
      let begun = 0
      const lane = async () => {
        while (begun++ < count) times.push(await post())
      }
      await Promise.all(Array.from({ length: 3 }, lane))
      return times
    },
    close: (): void => agent.destroy(),
  }
}

export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0

/** What leads are promised anyway (bench/): below it, there is nothing that holds them up. */
export const promisedMs = 25

/** The most that memory grows by while it is watched, in megabytes. */
export const watchMemory = () => {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  return (): number => {
    clearInterval(watch)
    return (most - before) / 1024 ** 2
  }
}
