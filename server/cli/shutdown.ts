/** The longest a stop may take; what is not done by then is ended. */
const longestMs = 9_500

/**
 * Ends in good order on SIGTERM, SIGINT or SIGHUP, or when the process that started this one is gone: runs `stop` once,
 * then exits. A second signal ends at once.
 */
export const onStop = (stop: () => Promise<void>) => {
  let ending = false

  const end = (code: number): void => {
    if (ending) process.exit(code || 1)
    ending = true
    setTimeout(() => process.exit(1), longestMs).unref()
    stop().then(
      () => process.exit(code),
      (error) => {
        process.stderr.write(`foyer: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0))
  if (process.env.FOYER_WITH_PARENT && process.connected) process.on('disconnect', () => end(0))

  return {
    /** Runs the start itself: when it fails, what was opened is closed again before the error is told. */
    guard: async (start: () => Promise<void>): Promise<void> => {
      try {
        await start()
      } catch (error) {
        if (ending) return // a signal came in mid-start: what is half open fails, and that is all right
        await stop()
        throw error
      }
    },
  }
}
