/** Of one workspace, by one server, in a minute: some 80 of the largest requests, or 5,000 of the usual ones. */
const mostRequests = 5_000
const mostBytes = 20 * 1024 * 1024
const minuteMs = 60_000

/**
 * The room for requests above the limit of their source: within it they are kept to be replayed, since many senders never try again. It is
 * taken before a body is read, so that a flood costs neither memory nor disk beyond it.
 */
export const makeOverrunRoom = (nowMs: () => number = () => performance.now()) => {
  let until = 0
  const used = new Map<string, { requests: number; bytes: number }>()
  return {
    /** Whether there is room for a request of so many bytes; then it is taken. */
    take(orgId: string, bytes: number): boolean {
      if (nowMs() >= until) {
        used.clear()
        until = nowMs() + minuteMs
      }
      const { requests, bytes: before } = used.get(orgId) ?? { requests: 0, bytes: 0 }
      if (requests >= mostRequests || before + bytes > mostBytes) return false
      used.set(orgId, { requests: requests + 1, bytes: before + bytes })
      return true
    },
  }
}
