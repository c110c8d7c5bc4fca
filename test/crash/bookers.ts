import { setTimeout as sleep } from 'node:timers/promises'

/** What a booker knows of a booking: what was acknowledged. */
export interface Known {
  readonly email: string
  readonly token: string
  startsAt: string
  moves: number
  isCancelled: boolean
  isBusy: boolean
}

/**
 * People who book, move and cancel, for as long as they may: who gets no answer asks again in the same words, as a page does. `slots` are
 * the starts that they choose from.
 */
export const startBookers = (options: {
  readonly urls: readonly string[]
  readonly orgId: string
  readonly slots: readonly string[]
  readonly lanes: number
  readonly most: number
}) => {
  const { urls, orgId, slots, lanes, most } = options
  const bookings: Known[] = []
  const statuses = new Map<number, number>()
  let [stopping, people, networks] = [false, 0, 0]
  const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

  const insist = async (type: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
    const from = `10.${(++networks >> 8) & 255}.${networks & 255}.7`
    for (let tries = 0; tries < 300; tries++) {
      try {
        const response = await fetch(`${any(urls)}/gateway`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify({ type, ...body }),
          signal: AbortSignal.timeout(10_000),
        })
        const answer = (await response.json()) as Record<string, unknown>
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        return { status: response.status, body: answer }
      } catch {
        statuses.set(0, (statuses.get(0) ?? 0) + 1)
        await sleep(100)
      }
    }
    throw new Error(`${type} was never answered`)
  }

  const book = async (): Promise<void> => {
    const startsAt = any(slots) ?? ''
    const email = `crash${++people}@example.com`
    const wish = { orgId, name: `Crash ${people}`, email, date: 'x', time: 'x', timezone: 'UTC', isoTime: startsAt }
    const { status, body } = await insist('booking', wish)
    if (status !== 200) return
    const token = String(body.manageLink).split('/').at(-1) ?? ''
    bookings.push({ email, token, startsAt, moves: 0, isCancelled: false, isBusy: false })
  }
  const change = async (booking: Known, isCancelling: boolean): Promise<void> => {
    booking.isBusy = true
    const start = any(slots) ?? ''
    if (isCancelling) {
      const { status } = await insist('cancel-booking', { token: booking.token })
      booking.isCancelled = status === 200
    } else if (start !== booking.startsAt) {
      const { status } = await insist('reschedule-booking', { token: booking.token, start })
      if (status === 200) [booking.startsAt, booking.moves] = [start, booking.moves + 1]
    }
    booking.isBusy = false
  }

  const lane = async (): Promise<void> => {
    while (!stopping) {
      const own = any(bookings.filter(({ isBusy, isCancelled, moves }) => !isBusy && !isCancelled && moves < 4))
      const dice = Math.random()
      if (own && (dice < 0.6 || bookings.length >= most)) await change(own, dice < 0.2)
      else if (bookings.length < most) await book()
      await sleep(40)
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  running.catch(() => {})

  return {
    bookings: bookings as readonly Known[],
    statuses: statuses as ReadonlyMap<number, number>,
    async stop(): Promise<void> {
      stopping = true
      await running
    },
  }
}
