import { absoluteTime } from '#web/i18n/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { fieldName } from '../names/spoken-names.ts'
import { strings as words } from '../strings.ts'
import type { Entry, Person } from './api.ts'
import classes from './rehearsal.module.css'
import { effectName } from './rehearsal-numbers.tsx'
import { strings } from './strings.ts'

const tones = { completed: 'good', failed: 'bad', cancelled: undefined, stopped: 'warn', queued: undefined } as const

/** What a run had done, one after the other, with each text as it had left. */
export const PlayedRun = ({ run }: { run: Person['runs'][number] }) => (
  <article className={classes.run}>
    <p>
      <time dateTime={run.at}>{absoluteTime(run.at)}</time> <Pill tone={tones[run.state]}>{strings.states[run.state]}</Pill>{' '}
      {run.is_of_today && <Pill tone="warn">{strings.ofToday}</Pill>}
    </p>
    {run.reason && <p className="dim">{run.reason}</p>}
    <ol>
      {run.entries.map((entry) => (
        <li key={`${entry.at} ${entry.workflow} ${entry.node} ${entry.path}`}>
          <PlayedStep entry={entry} />
        </li>
      ))}
    </ol>
  </article>
)

const nameOf = ({ kind, what, title }: Entry): string => {
  if (title) return title
  if (kind === 'ai') return words.kinds.ai
  if (kind === 'person') return strings.asksPerson
  return kind === 'wait' ? strings.waited : effectName(what)
}

const PlayedStep = ({ entry }: { entry: Entry }) => {
  const { at, kind, error, source, rests_on, until, outlet } = entry
  return (
    <>
      <p>
        <strong>{nameOf(entry)}</strong> <time dateTime={at}>{absoluteTime(at)}</time>{' '}
        {source && <Pill tone="warn">{strings.sources[source]}</Pill>}{' '}
        {rests_on.length > 0 && <Pill tone="warn">{strings.restsOn}</Pill>}
      </p>
      {kind === 'wait' && until && (
        <p className="dim">
          {strings.waitedUntil(absoluteTime(until))} {outlet === 'timeout' && strings.timedOut}
        </p>
      )}
      {error && <p>{strings.failedOf(error.message)}</p>}
      {kind !== 'wait' && <Texts input={entry.input} />}
    </>
  )
}

/** An id says nothing to a reader. */
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isWorthReading = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(typeof value === 'string' && idPattern.test(value))

/** What it had taken, by name: long texts as they are written, the rest in short. */
const Texts = ({ input }: { input: unknown }) => {
  if (typeof input !== 'object' || input === null) return null
  const rows = Object.entries(input).filter(([, value]) => isWorthReading(value))
  if (rows.length === 0) return null
  return (
    <dl className={classes.texts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{fieldName(name)}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
