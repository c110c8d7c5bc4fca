import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { leadErrors } from '#domains/crm/leads/errors.ts'
import { formWords } from '#shapes/form-words.ts'
import { type FormField, labelOf, longestAnswers, mostOptions, trapField } from '#shapes/shown-forms.ts'
import { cut, isLongerThan } from '#shapes/texts.ts'
import { leadSourceErrors } from '../errors.ts'
import type { SetAside, SourceBody, SourceLead, SourceRequest } from '../source-kind.ts'
import type { SentForm } from './form-bodies.ts'
import { type FormSource, mayUse, refuseForeign, senderOf } from './form-origins.ts'

/** No person is as quick with a form that they have just been shown. */
const quickestMs = 2_000
/** What a plain form sends twice within this time to the letter is one lead. */
const sameMs = 10 * 60_000
/** Of fields that the form does not have, what the lead shows; the request log has all of it. */
const longestOther = 1_000
const mostOther = 8_000

/** Fields of the script itself. */
const own = { id: '_id', shownMs: '_shown_ms', page: '_page' } as const

/** A form as it is kept, and read again at a replay. */
const KeptForm = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({}),
  files: z.array(z.string()).catch([]).default([]),
  origin: z.string().nullable().catch(null).default(null),
  received_at: z.iso.datetime().nullable().catch(null).default(null),
})

export const keepForm = ({ fields, files }: SentForm, request: SourceRequest, now: Date): SourceBody => {
  const sender = senderOf(request)
  const value = {
    fields: Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
    ...(files.length > 0 && { files: files.slice(0, 20) }),
    ...(sender !== null && sender !== 'withheld' && { origin: sender }),
    received_at: now.toISOString(),
  }
  return { text: JSON.stringify(value), value }
}

const readKept = ({ value }: SourceBody) => {
  const { fields, ...rest } = KeptForm.catch({ fields: {}, files: [], origin: null, received_at: null }).parse(value)
  // Not `fields[name]`: a field may be called as what every object has.
  const values = new Map(
    Object.entries(fields).map(([name, sent]) => [name, [sent].flat().map((each) => each.replaceAll('\r\n', '\n'))]),
  )
  return {
    ...rest,
    texts: new Map([...values].map(([name, sent]) => [name, sent.join(', ')])),
    /** Of a group of boxes: each ticked one, once. */
    lists: new Map(
      [...values].map(([name, sent]) => [name, [...new Set(sent.map((each) => each.trim()).filter((each) => each !== ''))]]),
    ),
    /** Of a box: many pages send a value for an empty one too, and behind it that of the tick. */
    boxes: new Map([...values].map(([name, sent]) => [name, sent.at(-1) ?? ''])),
  }
}
type Kept = ReturnType<typeof readKept>

const held = (code: string, message: string): SetAside => ({ outcome: 'held', code, message })

/** What a robot may have sent. */
export const robotIn = (body: SourceBody): SetAside | null => {
  const { texts } = readKept(body)
  if ((texts.get(trapField) ?? '') !== '')
    return held('robot_trap', 'The field that people do not see was filled in, as robots do.')
  const shownMs = texts.get(own.shownMs)
  if (shownMs !== undefined && /^\d{1,10}$/.test(shownMs) && Number(shownMs) < quickestMs)
    return held('sent_at_once', 'It was sent within 2 seconds of being shown, as robots do.')
  return null
}

/** Refuses what comes from elsewhere or with files, and sets aside what a robot may have sent. */
export const proveForm = (request: SourceRequest, body: SourceBody, source: FormSource): SetAside | null => {
  refuseForeign(request, source)
  const robot = robotIn(body)
  if (robot) return robot
  const { files } = readKept(body)
  if (files.length > 0) throw new Failure(leadSourceErrors.form_files_refused, { field: files[0] })
  if (senderOf(request) === 'withheld')
    return held('origin_withheld', 'The browser did not say which page sent it. The website’s Referrer-Policy may forbid it.')
  return null
}

/** Whether pages of the website that sent a form, as it is kept, may send it now. */
export const isOfList = (body: SourceBody, source: FormSource): boolean => {
  const { origin } = readKept(body)
  return origin !== null && mayUse(origin, source)
}

export const readFormLead = (body: SourceBody, source: FormSource, now: Date): SourceLead => {
  const kept = readKept(body)
  const { texts, boxes, lists } = kept
  const { settings } = source
  const receivedAt = kept.received_at === null ? now : new Date(kept.received_at)
  const answers = new Map<string, Answer>()
  const ofFields = new Map<string, Answer>()
  for (const field of settings.fields) {
    const answer =
      field.kind === 'choices'
        ? chosenOf(field, lists.get(field.name) ?? [])
        : answerOf(field, field.kind === 'checkbox' ? boxes : texts)
    if (answer === null) continue
    const label = labelOf(field, formWords[settings.locale])
    answers.set(answers.has(label) ? field.name : label, answer)
    if (field.field) ofFields.set(field.field, answer)
  }
  const text = (name: string): string | undefined => texts.get(name)
  const [id = '', ...otherIds] = idsOf(kept, source, receivedAt)
  return {
    lead: {
      ...{ email: text('email'), phone: text('phone'), name: text('name'), company: text('company'), title: text('title') },
      note: text('note'),
      source: source.name,
      external_id: id,
      consent: consentOf(boxes.get('consent'), source, receivedAt),
    },
    metadata: {
      ...pageOf(kept),
      ...(answers.size > 0 && { answers: Object.fromEntries(answers) }),
      ...(ofFields.size > 0 && { fields: Object.fromEntries(ofFields) }),
      ...otherOf(texts, settings.fields),
    },
    otherIds: otherIds.map((each) => ({ id: each, isSame: (received) => isWithinSpell(received, receivedAt) })),
  }
}

type Answer = string | boolean | readonly string[]

/** What was ticked of several choices; null where nothing was. */
const chosenOf = ({ name, required }: FormField, chosen: readonly string[]): readonly string[] | null => {
  if (required && chosen.length === 0)
    throw new Failure(leadSourceErrors.form_field_missing, { field: name, message: `${name} is required` })
  if (chosen.length > mostOptions)
    throw new Failure(leadErrors.field_too_long, { field: name, message: `${name} has more than ${mostOptions} values` })
  const isLong = isLongerThan(chosen.join(''), longestAnswers.choices)
  if (isLong || chosen.some((each) => isLongerThan(each, longestAnswers.choice)))
    throw new Failure(leadErrors.field_too_long, {
      field: name,
      message: `a value of ${name} is longer than ${longestAnswers.choice} characters, or all are longer than ${longestAnswers.choices.toLocaleString('en')}`,
    })
  return chosen.length === 0 ? null : chosen
}

/** The answer to a question of the form's own; null for a field that the lead has a place for, and where there is none. */
const answerOf = (field: FormField, texts: Kept['texts']): string | boolean | null => {
  const { kind, name, required } = field
  const text = (texts.get(name) ?? '').trim()
  if (required && (text === '' || (kind === 'checkbox' && !isTicked(text))))
    throw new Failure(leadSourceErrors.form_field_missing, { field: name, message: `${name} is required` })
  if (kind !== 'text' && kind !== 'long_text' && kind !== 'choice' && kind !== 'checkbox') return null
  if (isLongerThan(text, longestAnswers[kind]))
    throw new Failure(leadErrors.field_too_long, {
      field: name,
      message: `${name} is longer than ${longestAnswers[kind].toLocaleString('en')} characters`,
    })
  return kind === 'checkbox' ? isTicked(text) || null : text || null
}

const isTicked = (text: string): boolean => !['', '0', 'false', 'off', 'no'].includes(text.trim().toLowerCase())

/**
 * A claim about permission: which form, and which version of its text was shown, as the form says. A version that the form never had is
 * called unknown, and not taken for the one of now.
 */
const consentOf = (sent: string | undefined, { name, settings }: FormSource, receivedAt: Date): object | null => {
  if (sent === undefined || !isTicked(sent)) {
    if (settings.consent?.required) throw new Failure(leadSourceErrors.form_consent_missing, { field: 'consent' })
    return null
  }
  const version = /^[1-9]\d{0,8}$/.test(sent.trim()) ? Number(sent) : null
  const isKnown = version !== null && version <= settings.version
  return {
    basis: 'consent',
    source: `${name}, ${isKnown ? `consent text ${version}` : 'unknown consent text'}`,
    obtained_at: receivedAt.toISOString().slice(0, 10),
  }
}

/**
 * What makes a second sending a repeat: the script's own id, or with a plain form, which has none, the same words within ten minutes. Of
 * this source alone: a visitor must not be able to take an id that another sender uses. Words have an id for each spell of ten minutes by
 * the clock, and behind it those of the spells beside: what came a second before the spell began, or is replayed after what came later.
 */
const idsOf = ({ texts }: Kept, { id }: FormSource, receivedAt: Date): string[] => {
  const given = texts.get(own.id)
  if (given !== undefined && /^[0-9a-f-]{36}$/.test(given)) return [`${id}:${given}`]
  const words = JSON.stringify([...texts].filter(([name]) => name !== own.shownMs))
  const spell = Math.floor(receivedAt.getTime() / sameMs)
  return [spell, spell - 1, spell + 1].map((each) => `${id}:${createHash('sha256').update(`${each} ${words}`).digest('hex')}`)
}

/** Whether a form, as it is kept, came within ten minutes of another one. */
const isWithinSpell = (received: string | null, at: Date): boolean => {
  const value: unknown = received === null ? null : JSON.parse(received)
  const { received_at: receivedAt } = readKept({ text: received ?? '', value })
  return receivedAt !== null && Math.abs(new Date(receivedAt).getTime() - at.getTime()) < sameMs
}

/** The page on which the form stands: without what follows its path, which may be a secret of the visitor. */
const pageOf = ({ texts, origin }: Kept): { page?: string } => {
  const said = texts.get(own.page)
  if (said !== undefined && URL.canParse(said)) {
    const url = new URL(said)
    if (url.origin === origin) return { page: cut(`${url.origin}${url.pathname}`, 500) }
  }
  return origin === null ? {} : { page: cut(origin, 500) }
}

const otherOf = (texts: Kept['texts'], fields: readonly FormField[]): object => {
  const read = new Set<string>([
    ...fields.map(({ name }) => name),
    ...['name', 'email', 'phone', 'company', 'title', 'note', 'consent', trapField],
    ...Object.values(own),
  ])
  const other = new Map<string, string>()
  let room = mostOther
  let left = 0
  for (const [name, text] of texts) {
    if (read.has(name) || text === '') continue
    const shown = cut(text, longestOther)
    room -= name.length + shown.length
    if (room >= 0) other.set(name, shown)
    if (room < 0 || shown !== text) left++
  }
  return {
    ...(other.size > 0 && { other: Object.fromEntries(other) }),
    ...(left > 0 && { other_fields_cut: left }),
  }
}
