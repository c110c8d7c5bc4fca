import { makeNap } from '#core/jobs/poll-timer.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { eventsAtOnce, fanOut } from './fan-out.ts'
import { openSender, type SenderParts, usualTiming } from './sender.ts'

/** Tells other programs what happened: follows the log of events, makes the deliveries, and sends them, until `stop`. */
export const openTelling = (parts: SenderParts) => {
  const sender = openSender(parts)
  const nap = makeNap((parts.timing ?? usualTiming).idleMs)
  let stopping = false

  const run = async (): Promise<void> => {
    while (!stopping) {
      let seen = 0
      try {
        const done = await fanOut(parts.database)
        seen = done.seen
        if (done.made > 0) sender.wake()
      } catch (error) {
        if (!isDatabaseAway(error)) parts.log.error({ err: error }, 'events could not be told')
      }
      if (seen < eventsAtOnce && !stopping) await nap.take()
    }
  }
  const ended = run()

  return {
    async stop(): Promise<void> {
      stopping = true
      nap.wake()
      await ended
      await sender.stop()
    },
  }
}
