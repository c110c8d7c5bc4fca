/** What is measured of a run that goes on: less than `Going` has, which asks here. */
interface Measured {
  readonly course: { readonly trigger: unknown; readonly progress: { readonly bytes?: number | undefined } }
}
interface Held extends Measured {
  readonly run: { readonly bytes?: number | null | undefined }
  readonly ending: unknown
  readonly waits: readonly unknown[]
  readonly starts: readonly unknown[]
}

/**
 * Of all runs of one claim and of one commit: as JSON, what is read with them and what they come to. In memory it is some three times that. A run that has
 * more is worked on alone.
 */
export const mostBytesAtOnce = 16 * 1024 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Of what the next worker reads with a run: what started it, how far it has come, and what its steps gave. */
export const bytesToRead = ({ course: { trigger, progress } }: Measured): number =>
  bytesOf(trigger) + bytesOf(progress) + (progress.bytes ?? 0)

/** Of what a run has in memory, and is about to write. Of one that is over nothing is measured: it has what it began with, and what its steps gave. */
export const bytesHeld = (going: Held): number => {
  const { run, course, ending, waits, starts } = going
  const ownBytes = ending ? (run.bytes ?? 0) + (course.progress.bytes ?? 0) : bytesToRead(going)
  // Texts for people and inputs of other workflows are among what no step gave.
  return waits.length + starts.length === 0 ? ownBytes : ownBytes + bytesOf([waits, starts])
}
