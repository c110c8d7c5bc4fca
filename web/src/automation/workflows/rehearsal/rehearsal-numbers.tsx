import { absoluteTime, countedTo, onDay } from '#web/i18n/format.ts'
import { actionSummary } from '#web/i18n/server-messages.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { actionName } from '../names/spoken-names.ts'
import type { Report } from './api.ts'
import classes from './rehearsal.module.css'
import { strings } from './strings.ts'

/** What leaves by a step, in words. */
export const effectName = (what: string): string => {
  if (what === 'person') return strings.asksPerson
  const method = /^([A-Z]+) request$/.exec(what)?.[1]
  return method ? strings.request(method) : actionName(what)
}

/** That a guard would have stopped it: what the numbers say ends there. */
export const WouldStop = ({ stopped }: { stopped: Report['numbers']['stopped'] }) =>
  stopped && (
    <WarningNote title={strings.stopped} role="status">
      {strings.stoppedText(stopped.guard, absoluteTime(stopped.at), stopped.kept)}
    </WarningNote>
  )

/** How often it had run, for whom, and what had come of it. */
export const RehearsalNumbers = ({ report: { numbers, since, gone }, asked }: { report: Report; asked: string }) => {
  const { runs, people, completed, failed, open, waits, effects, guesses, stopped, cut_at } = numbers
  const guessed = (Object.keys(strings.guesses) as (keyof typeof guesses)[]).filter((name) => guesses[name] > 0)
  return (
    <section aria-label={strings.numbers} className={classes.part}>
      <h2>{strings.numbers}</h2>
      <WouldStop stopped={stopped} />
      <Facts>
        <Fact name={strings.runs}>{strings.times(runs)}</Fact>
        <Fact name={strings.people}>{strings.countedPeople(people)}</Fact>
        <Fact name={strings.completed}>{strings.times(completed)}</Fact>
        {failed > 0 && <Fact name={strings.failures}>{strings.times(failed)}</Fact>}
        {open > 0 && <Fact name={strings.open}>{strings.times(open)}</Fact>}
        {waits > 0 && <Fact name={strings.waits}>{strings.times(waits)}</Fact>}
        {numbers.asks > 0 && <Fact name={strings.cost}>{costOf(numbers)}</Fact>}
      </Facts>
      <h3>{strings.left}</h3>
      {effects.length === 0 ? (
        <p className="dim">{strings.nothingLeft}</p>
      ) : (
        <ul>
          {effects.map(({ what, count, leaves }) => (
            <li key={what}>
              {strings.effect(effectName(what), count)} {leaves && <span className="dim">{actionSummary(leaves)}</span>}
            </li>
          ))}
        </ul>
      )}
      {guessed.length > 0 && (
        <>
          <h3>{strings.guessed}</h3>
          <ul>
            {guessed.map((name) => (
              <li key={name}>{strings.guesses[name](guesses[name])}</li>
            ))}
          </ul>
        </>
      )}
      {since > asked && <p className="dim">{strings.since(onDay(since))}</p>}
      {cut_at && <p className="dim">{strings.cut(onDay(cut_at))}</p>}
      {gone > 0 && <p className="dim">{strings.gone(gone)}</p>}
    </section>
  )
}

const costOf = ({ asks, cost_micros }: Report['numbers']): string =>
  cost_micros === null
    ? strings.costUnknown(strings.asks(asks))
    : strings.costAbout(strings.asks(asks), countedTo(cost_micros / 1_000_000, 2))
