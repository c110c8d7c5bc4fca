/** Waits for something that comes by itself: as long as it takes on a crowded machine, and not for ever. */
export const until = async <Thing>(what: string, find: () => Promise<Thing | undefined | false>): Promise<Thing> => {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const found = await find()
    if (found !== undefined && found !== false) return found
  }
  throw new Error(`${what} did not come`)
}
