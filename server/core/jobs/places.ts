import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { AnyJob } from './job.ts'

/** Where looking fails for long, a place still asks for work by itself. */
const placeAsksSeconds = 30

/** One that works on jobs of a kind, one after the other. */
interface Place {
  id: string
  isBusy: boolean
  /** Since it last had work; otherwise it goes on by itself. */
  isWoken: boolean
  /** When its last job ended, by `performance.now()`. */
  endedMs: number
}

/** The places of a worker for jobs that are done one by one: of each kind as many as it has at once. */
export const makePlaces = (boss: PgBoss, run: (job: AnyJob, found: JobWithMetadata<object>) => Promise<void>) => {
  const places = new Map<string, Place[]>()

  // One at a time, and each that was woken and finds work wakes the next: of two that ask at once neither sees what the other takes.
  const wake = (name: string): void => {
    // The one that has rested longest: one that ended just now is asking for more by itself.
    const [free] = (places.get(name) ?? []).filter(({ isBusy }) => !isBusy).sort((a, b) => a.endedMs - b.endedMs)
    if (!free) return
    free.isWoken = true
    boss.notifyWorker(free.id)
  }

  const openPlace = async (job: AnyJob): Promise<Place> => {
    const settings = {
      pollingIntervalSeconds: placeAsksSeconds,
      includeMetadata: true,
      // One place always stays free for the others: the backlog of one organization delays no other.
      ...(job.atOnce && job.atOnce > 1 && { groupConcurrency: job.atOnce - 1 }),
    } as const
    const place: Place = { id: '', isBusy: false, isWoken: false, endedMs: 0 }
    place.id = await boss.work(job.name, settings, async (batch: JobWithMetadata<object>[]) => {
      place.isBusy = true
      if (place.isWoken) wake(job.name)
      place.isWoken = false
      try {
        for (const found of batch) await run(job, found)
      } finally {
        place.isBusy = false
        place.endedMs = performance.now()
        // A place that had work looks for more at once.
        boss.notifyWorker(place.id)
      }
    })
    return place
  }

  return {
    wake,
    async open(job: AnyJob): Promise<void> {
      const ofJob: Place[] = []
      places.set(job.name, ofJob)
      for (let count = 0; count < (job.atOnce ?? 1); count++) ofJob.push(await openPlace(job))
    },
  }
}
