import { counted, countedTo } from '#web/i18n/format.ts'
import type { StateLabel } from '#web/ui/pill.tsx'
import type { Output, WorkflowRun } from '#web/wire.ts'
import { eventName } from '../workflows/names/spoken-names.ts'
import type { RunFilter } from './api.ts'
import { strings } from './strings.ts'

export type ShownRun = Output<'show-run'>
export type RunStep = ShownRun['steps'][number]
export type RunState = WorkflowRun['state']

const runTones: Readonly<Record<RunState, StateLabel['tone']>> = {
  queued: undefined,
  running: 'accent',
  waiting: 'accent',
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: undefined,
}

const stepTones: Readonly<Record<RunStep['state'], StateLabel['tone']>> = {
  running: 'accent',
  waiting: 'accent',
  done: 'good',
  failed: 'bad',
  uncertain: 'warn',
  cancelled: undefined,
}

export type Made = NonNullable<RunStep['effect']>['made'][number]

const madeTones: Readonly<Record<Made['standing'], StateLabel['tone']>> = {
  waiting: 'accent',
  done: 'good',
  failed: 'bad',
  uncertain: 'warn',
}

const labelled = (label: string, tone: StateLabel['tone']): StateLabel => ({ label, ...(tone && { tone }) })

export const madeLabel = ({ state, standing }: Made): StateLabel => {
  const words: Readonly<Record<string, string>> = strings.madeStates
  return labelled(words[state] ?? state, madeTones[standing])
}

/** A step that stored something to be sent is done when that has left: until then it stands as that does. */
export const stepLabel = ({ state, effect }: RunStep): StateLabel => {
  const made = effect?.made ?? []
  const late = (['uncertain', 'failed', 'waiting'] as const).flatMap((standing) =>
    made.filter((each) => each.standing === standing),
  )
  return state === 'done' && late[0] ? madeLabel(late[0]) : labelled(strings.stepStates[state], stepTones[state])
}

/** How a run stands for who looks at a list: one that has ended well, or goes on, has not done what it says as long as its email has not left. */
export const runLabel = ({ state, is_stopped, unsent }: Pick<WorkflowRun, 'state' | 'is_stopped' | 'unsent'>): StateLabel => {
  if (is_stopped) return { label: strings.isStopped, tone: 'warn' }
  const isTroubled = state === 'failed' || state === 'paused' || state === 'cancelled'
  if (unsent !== null && !isTroubled && (unsent !== 'waiting' || state === 'completed'))
    return labelled(strings.unsentStates[unsent], madeTones[unsent])
  return labelled(strings.states[state], runTones[state])
}

/** What the filter of a list offers: each state, and those that one looks for together. */
export const stateChoices: Readonly<Record<string, readonly RunState[]>> = {
  troubled: ['paused', 'failed'],
  open: ['queued', 'running', 'waiting', 'paused'],
  running: ['running'],
  waiting: ['waiting'],
  paused: ['paused'],
  completed: ['completed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
}

/** What `list-runs` is asked for by a choice of the filter. */
export const filterOf = (choice: string | null | undefined): Pick<RunFilter, 'states' | 'isUnsent'> =>
  choice == null ? {} : choice === 'unsent' ? { isUnsent: true } : { states: stateChoices[choice] }

/** The choices with their words, those that are looked for most first. */
export const filterChoices = (): { value: string; label: string }[] => {
  const words: Readonly<Record<string, string>> = { ...strings.states, ...strings.groups }
  return ['troubled', 'unsent', ...Object.keys(stateChoices).filter((value) => value !== 'troubled')].map((value) => ({
    value,
    label: words[value] ?? value,
  }))
}

export const isOpen = ({ state }: Pick<WorkflowRun, 'state'>): boolean => stateChoices.open?.includes(state) === true

export const starterOf = (run: WorkflowRun): string => {
  if (run.person) return strings.by.person(run.person.name ?? strings.by.former)
  return run.started_by === 'event' ? eventName(run.event_type ?? '') : strings.by[run.started_by]
}

/** How long, in one unit: that of its size. */
export const lasted = (fromIso: string, toIso: string): string => {
  const ms = Math.max(0, Date.parse(toIso) - Date.parse(fromIso))
  if (ms < 1_000) return strings.millis(ms)
  if (ms < 120_000) return strings.seconds(countedTo(ms / 1_000, 1))
  if (ms < 7_200_000) return strings.minutes(Math.round(ms / 60_000))
  if (ms < 172_800_000) return strings.hours(Math.round(ms / 3_600_000))
  return strings.days(Math.round(ms / 86_400_000))
}

/** Where in loops and branches a step was, in words: `each_lead: 4`. */
export const placeWords = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      const dot = part.lastIndexOf('.')
      const which = part.slice(dot + 1)
      return strings.place(part.slice(0, dot), /^\d+$/.test(which) ? counted(Number(which) + 1) : which)
    })
    .join(' · ')
