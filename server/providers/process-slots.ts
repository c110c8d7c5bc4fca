/** How long one waits for the others at the most: a file of a stranger may be read for half a minute. */
const patienceMs = 250

/** Waits for a while until fewer are at work; answers what frees the slot. */
export type Slots = () => Promise<() => void>

/**
 * So many of all that share it carry something out at a time. A low priority alone does not do it: each process that computes keeps its processor for
 * some milliseconds after a caller's response could go on, and a caller's lead needs several such moments.
 */
export const makeSlots = (most: number): Slots => {
  let busy = 0
  const waiting = new Set<() => void>()
  const end = (): void => {
    busy--
    const [next] = waiting
    if (busy < most) next?.()
  }
  return () =>
    new Promise((done) => {
      const go = (): void => {
        clearTimeout(patience)
        waiting.delete(go)
        busy++
        done(end)
      }
      const patience = setTimeout(go, patienceMs)
      if (busy < most) go()
      else waiting.add(go)
    })
}

/** Each at once. */
export const anyTime: Slots = makeSlots(Number.POSITIVE_INFINITY)

/** Does something in a slot. */
export const inSlot = async <Answer>(slots: Slots, work: () => Promise<Answer>): Promise<Answer> => {
  const end = await slots()
  try {
    return await work()
  } finally {
    end()
  }
}
