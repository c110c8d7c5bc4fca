/**
 * Waits for something that comes by itself: as long as it takes on a crowded machine, and not for ever. What takes long is asked for less
 * often, some 110 times in a minute: an action may be called 120 times a minute.
 */
export const until = async <Thing>(
  what: string,
  find: () => Promise<Thing | undefined | false>,
  { withinMs = 60_000 }: { withinMs?: number } = {},
): Promise<Thing> => {
  const end = Date.now() + withinMs
  for (let pauseMs = 50; Date.now() < end; pauseMs = Math.min(pauseMs * 1.2, 600)) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  throw new Error(`${what} did not come`)
}
