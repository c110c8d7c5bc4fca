import { IconCheck } from '#icons'
import type { Upload, UploadState } from '#web/wire.ts'
import { strings } from './strings.ts'
import classes from './uploads.module.css'

/** How far a file is on its way, by its state. */
const stepOf: Readonly<Record<UploadState, number>> = {
  uploading: 0,
  mapping: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  cancelled: 3,
  failed: 3,
  done: 4,
  undoing: 4,
  undone: 4,
}

export const UploadSteps = ({ upload }: { upload: Upload }) => {
  const now = upload.problem?.failed_in === 'checking' ? 2 : stepOf[upload.state]
  return (
    <ol className={classes.steps} aria-label={strings.steps}>
      {Object.values(strings.step).map((name, n) => (
        <li key={name} data-at={n < now ? 'past' : n === now ? 'now' : 'next'} aria-current={n === now ? 'step' : undefined}>
          <span className={classes.stepMark} aria-hidden>
            {n < now ? <IconCheck size={13} stroke={2.5} /> : n + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  )
}
