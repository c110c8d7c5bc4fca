/** How often live pages are told, at the most. They gather hints for longer than this themselves. */
const everyMs = 100
/** A notification may have 8,000 bytes: beyond this many, all pages reload. */
const mostNamed = 150

/**
 * Hints to live pages that leads came in, behind the commit: the first at once, under load ten a second. In each batch's
 * own transaction they cost a lead that comes alone a fifth of its time. One that is lost costs a refresh, no data.
 */
export const makeLeadHints = (send: (payload: string) => void) => {
  const orgs = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sentAtMs = 0

  const tell = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (orgs.size === 0) return
    sentAtMs = Date.now()
    send(`lead.received ${orgs.size <= mostNamed ? [...orgs].join(',') : '*'}`)
    orgs.clear()
  }

  return {
    add: (orgId: string): void => void orgs.add(orgId),
    /** Tells what was added, now or as soon as it may. */
    flush: (): void => {
      const waitMs = sentAtMs + everyMs - Date.now()
      if (waitMs <= 0) tell()
      else timer ??= setTimeout(tell, waitMs)
    },
    /** Tells at once what is left. */
    close: tell,
  }
}
