import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { AnyJob } from './job.ts'

/** Where the common look fails for long, a slot still polls for work; each a second after the one before, for all at once would open every connection. */
const slotAsksSeconds = 300

/** One that works on jobs of a kind, one after the other. */
interface Slot {
  id: string
  isBusy: boolean
  /** Since it last had work: otherwise it polls on without being woken. */
  isWoken: boolean
  /** When its last job ended, by `performance.now()`. */
  endedMs: number
}

/** The slots of a worker for jobs that are done one by one: of each kind as many as it has at once. */
export const makeSlots = (boss: PgBoss, run: (job: AnyJob, found: JobWithMetadata<object>) => Promise<void>) => {
  const slots = new Map<string, Slot[]>()
  let opened = 0

  // One at a time, and each that was woken and finds work wakes the next: of two that ask at once neither sees what the other takes.
  const wake = (name: string): void => {
    // The one idle for longest: one that ended just now is already polling for more.
    const [free] = (slots.get(name) ?? []).filter(({ isBusy }) => !isBusy).sort((a, b) => a.endedMs - b.endedMs)
    if (!free) return
    free.isWoken = true
    boss.notifyWorker(free.id)
  }

  const openSlot = async (job: AnyJob): Promise<Slot> => {
    const settings = {
      pollingIntervalSeconds: slotAsksSeconds + opened++,
      includeMetadata: true,
      // One slot always stays free for the others: the backlog of one organization delays no other.
      ...(job.atOnce && job.atOnce > 1 && { groupConcurrency: job.atOnce - 1 }),
    } as const
    const slot: Slot = { id: '', isBusy: false, isWoken: false, endedMs: 0 }
    slot.id = await boss.work(job.name, settings, async (batch: JobWithMetadata<object>[]) => {
      slot.isBusy = true
      if (slot.isWoken) wake(job.name)
      slot.isWoken = false
      try {
        for (const found of batch) await run(job, found)
      } finally {
        slot.isBusy = false
        slot.endedMs = performance.now()
        // A slot that had work looks for more at once.
        boss.notifyWorker(slot.id)
      }
    })
    return slot
  }

  return {
    wake,
    async open(job: AnyJob): Promise<void> {
      const ofJob: Slot[] = []
      slots.set(job.name, ofJob)
      for (let count = 0; count < (job.atOnce ?? 1); count++) ofJob.push(await openSlot(job))
    },
  }
}
