import { followReactions } from '#core/events/runner.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { fanOut } from './fan-out.ts'
import { openSender, type SenderParts, usualTiming } from './sender.ts'

/** Tells other programs what happened, by itself: follows the log of events, makes the deliveries, and sends them, until `stop`. */
export const openTelling = (parts: SenderParts) => {
  const sender = openSender(parts)
  const following = followReactions(
    // Its reaction has nothing to do with workflows.
    { ...parts, settings: { workflows: usualCaps }, idleMs: (parts.timing ?? usualTiming).idleMs },
    [fanOut],
    sender.wake,
  )

  return {
    async stop(): Promise<void> {
      await following.stop()
      await sender.stop()
    },
  }
}
