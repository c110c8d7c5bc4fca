/** Where nothing waits that the clock alone makes due, a loop that hears of what was written rests for so long. */
export const restMs = 60_000

/** How a loop waits for something to do: for a while, or until it is woken. Being woken while it works counts for the next wait. */
export const makePollTimer = (idleMs: number) => {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    wake(): void {
      isWoken = true
      end?.()
    },
    async take(forMs = idleMs): Promise<void> {
      if (!isWoken)
        await new Promise<void>((done) => {
          const timer = setTimeout(done, forMs)
          end = () => {
            clearTimeout(timer)
            done()
          }
        })
      end = undefined
      isWoken = false
    },
  }
}
