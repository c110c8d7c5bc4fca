import { type WebhookService, webhookServiceOf } from '#shapes/webhook-services.ts'
import type { WebhookSettings } from './webhook-settings.ts'

type Answers = NonNullable<WebhookSettings['answers']>

/** What stands at a JSON pointer (RFC 6901); undefined where nothing does. */
export const at = (value: unknown, pointer: string): unknown => {
  let here = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof here !== 'object' || here === null) return undefined
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!Object.hasOwn(here, name)) return undefined
    here = (here as Readonly<Record<string, unknown>>)[name]
  }
  return here
}

/** As a step of a pointer. */
export const stepOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** An answer in a list of them. */
export interface Answer {
  readonly key: string
  readonly label: string
  readonly text: string
}

/** Services name the kind of an answer in its `type`, and its value by the same word; a few have another. */
const typedValue = (entry: unknown): unknown => {
  const type = at(entry, '/type')
  return typeof type === 'string' ? at(entry, stepOf(type)) : undefined
}

const chosen = (value: unknown, options: unknown): unknown => {
  if (!Array.isArray(options)) return value
  const texts = new Map(options.map((option) => [at(option, '/id'), at(option, '/text')]))
  return Array.isArray(value) ? value.map((each: unknown) => texts.get(each) ?? each) : (texts.get(value) ?? value)
}

const entriesAt = (value: unknown, pointer: string): unknown[] => {
  const list = at(value, pointer)
  return typeof list === 'object' && list !== null ? Object.values(list) : []
}

/** The answers of a list, by key: a position means nothing, since unanswered questions are left out. */
export const answersIn = (value: unknown, { answers, service }: WebhookSettings): Answer[] =>
  answers === null ? [] : readAnswers(value, answers, webhookServiceOf(service)?.questions ?? null)

const readAnswers = (value: unknown, answers: Answers, questions: WebhookService['questions']): Answer[] => {
  const asked = new Map(
    questions === null
      ? []
      : entriesAt(value, questions.list).map(
          (entry) => [at(entry, questions.key), textOf(at(entry, questions.label))] as const,
        ),
  )
  return entriesAt(value, answers.list).flatMap((entry) => {
    const key = at(entry, answers.key)
    if (typeof key !== 'string' && typeof key !== 'number') return []
    const given = answers.value === null ? typedValue(entry) : at(entry, answers.value)
    const text = textOf(answers.options === null ? given : chosen(given, at(entry, answers.options)))
    const label = (answers.label === null ? asked.get(key) : textOf(at(entry, answers.label))) || String(key)
    return [{ key: String(key), label, text }]
  })
}

/**
 * A value as text: lists with commas, objects by their values in order (a name as {first, last}, a number as {full}). Labels of choices
 * are preferred to their ids.
 */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  const labels = at(value, '/labels') ?? at(value, '/label')
  if (labels !== undefined) return textOf(labels)
  return Object.values(value).map(textOf).filter(Boolean).join(' ')
}

/** The text at a place; empty where nothing stands. */
export const readPlace = (value: unknown, place: string, answers: readonly Answer[]): string => {
  if (!place.startsWith('key:')) return textOf(at(value, place))
  const key = place.slice('key:'.length)
  return answers.find((answer) => answer.key === key)?.text ?? ''
}

/** A place at which a text stands. */
export interface FoundPlace {
  readonly place: string
  /** The question, or the names on the way to it. */
  readonly label: string
  readonly text: string
}

/** What a page can list, and no more. */
const mostPlaces = 300

/** Every place with a text, the answers first. */
export const placesIn = (
  value: unknown,
  settings: WebhookSettings,
  answered: readonly Answer[] = answersIn(value, settings),
): FoundPlace[] => {
  const found: FoundPlace[] = answered
    .filter(({ text }) => text !== '')
    .map(({ key, label, text }) => ({ place: `key:${key}`, label, text }))
  const walk = (here: unknown, pointer: string, label: string): void => {
    if (found.length >= mostPlaces || (answered.length > 0 && pointer === settings.answers?.list)) return
    const isLeaf =
      typeof here !== 'object' || here === null || (Array.isArray(here) && here.every((each) => typeof each !== 'object'))
    if (isLeaf) {
      const text = textOf(here)
      if (text !== '' && pointer !== '') found.push({ place: pointer, label, text })
      return
    }
    for (const [name, each] of Object.entries(here))
      walk(each, pointer + stepOf(name), label === '' ? name : `${label} › ${name}`)
  }
  walk(value, '', '')
  return found
}

const isWithin = (place: string, pointers: readonly string[]): boolean =>
  pointers.some((pointer) => place === pointer || place.startsWith(`${pointer}/`))

/**
 * Of these places, those at which something stands that was filled in or tells where the visitor came from, as far as that is known of the
 * service: the answers, and what is within the rest. All, where none of what is known of it came.
 */
export const filledIn = (places: readonly FoundPlace[], { service }: WebhookSettings): FoundPlace[] => {
  const known = webhookServiceOf(service)
  if (known === undefined || known.within === null) return [...places]
  const within = known.within
  const found = places.filter(({ place }) => place.startsWith('key:') || isWithin(place, within))
  return found.length > 0 ? found : [...places]
}

/**
 * What was filled in, and values by name beside it, by question or name. Questions of the same words keep their answers: by their keys from
 * the second on.
 */
export const answersByLabel = (
  value: unknown,
  settings: WebhookSettings,
  answered: readonly Answer[],
): Record<string, string> => {
  const mapped = new Set<string>(Object.values(settings.mapping).filter((place) => place !== undefined))
  const known = webhookServiceOf(settings.service)
  const places = filledIn(placesIn(value, settings, answered), settings)
  const listed = (known?.lists ?? []).flatMap((list) => readAnswers(value, list, null))
  const byLabel = new Map<string, string>()
  for (const { place, label, text } of [...places, ...listed.map((each) => ({ ...each, place: each.key }))]) {
    if (text === '' || mapped.has(place)) continue
    const short = nameWithin(label, place, known?.within ?? [])
    byLabel.set(byLabel.has(short) ? `${short} (${place.replace(/^key:/, '')})` : short, text)
  }
  return Object.fromEntries(byLabel)
}

/** The label without the way to where all of it stands. */
const nameWithin = (label: string, place: string, within: readonly string[]): string => {
  const pointer = within.find((each) => isWithin(place, [each]))
  if (pointer === undefined) return label
  const steps = pointer.split('/').length - 1 - (place === pointer ? 1 : 0)
  return label.split(' › ').slice(steps).join(' › ')
}
