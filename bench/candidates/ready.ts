/** What a candidate is given by `bench/run.ts`, in the environment. */
export interface Given {
  readonly target: { readonly host: string; readonly user: string; readonly database: string }
  readonly dataDir: string
  readonly orgId: string
  readonly keyId: string
  readonly key: string
}

export const given = JSON.parse(process.env.FOYER_BENCH ?? '{}') as Given

/** Tells the port, answers how much memory and processor time this process uses, and ends when it is told to. */
export const ready = (port: number, stop: () => Promise<unknown>): void => {
  process.on('message', (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage()
      process.send?.({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 })
    } else if (message === 'stop') void stop().finally(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(1))
  process.send?.({ port })
}

/** Of servers that live for a measurement on this machine alone. */
export const metricsToken = 'bench-bench-bench-bench'
