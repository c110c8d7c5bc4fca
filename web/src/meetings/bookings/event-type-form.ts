import type { BookingEventType, Input } from '#web/wire.ts'

/** What is typed into the form of an event type; a number field may be empty. */
export interface TypeForm {
  readonly name: string
  readonly slug: string
  readonly about: string
  readonly minutes: number | string
  readonly grid: number | string
  readonly bufferBefore: number | string
  readonly bufferAfter: number | string
  readonly notice: number | string
  readonly horizon: number | string
  readonly perDay: number | string
  readonly perWeek: number | string
  readonly mode: 'one' | 'round_robin' | 'collective'
  readonly hosts: readonly string[]
  readonly allAdmins: boolean
  readonly place: 'meet' | 'link' | 'phone' | 'address'
  readonly placeText: string
  readonly reminders: string
  readonly approval: boolean
  readonly questions: readonly TypedQuestion[]
  readonly fromOutside: 'ask' | 'follow'
  readonly changeLimit: number | string
  readonly calendarAge: number | string
  readonly makesDeal: boolean
  /** Name and language of a template, with a space between; empty: none. */
  readonly whatsapp: string
  readonly isDefault: boolean
}

/** The fields of a part of the form; an error is shown at the field that it names. */
export interface Fields {
  readonly form: TypeForm
  readonly set: (changes: Partial<TypeForm>) => void
  readonly error: unknown
}

/** A question as it is typed: its choices a line each. `id` is the form's own, `key` that of the question once it was saved. */
export interface TypedQuestion {
  readonly id: string
  readonly key: string
  readonly label: string
  readonly kind: BookingEventType['questions'][number]['kind']
  readonly required: boolean
  readonly options: string
}

export const typeFormOf = (type: BookingEventType | null, personId: string): TypeForm => ({
  name: type?.name ?? '',
  slug: type?.slug ?? '',
  about: type?.about ?? '',
  minutes: type?.minutes ?? 30,
  grid: type?.grid ?? 30,
  bufferBefore: type?.buffer_before_minutes ?? 0,
  bufferAfter: type?.buffer_after_minutes ?? 0,
  notice: type?.notice_minutes ?? 120,
  horizon: type?.horizon_days ?? 60,
  perDay: type?.limit_per_day ?? '',
  perWeek: type?.limit_per_week ?? '',
  mode: type?.mode ?? 'one',
  hosts: type ? type.hosts.map(({ id }) => id) : [personId],
  allAdmins: type?.all_admins ?? false,
  place: (type?.place.kind as TypeForm['place'] | undefined) ?? 'meet',
  placeText: String(type?.place.url ?? type?.place.address ?? ''),
  reminders: (type?.reminder_minutes ?? [1440, 60]).join(', '),
  approval: type?.approval ?? false,
  questions: (type?.questions ?? []).map(({ options, ...question }) => ({
    ...question,
    id: question.key,
    options: options.join('\n'),
  })),
  fromOutside: type?.from_outside ?? 'ask',
  changeLimit: type?.change_limit_minutes ?? 0,
  calendarAge: type?.calendar_max_age_minutes ?? '',
  makesDeal: type?.makes_deal ?? false,
  whatsapp: type?.whatsapp_template ? `${type.whatsapp_template.name} ${type.whatsapp_template.language}` : '',
  isDefault: type?.is_default ?? false,
})

/** What the action is sent; a link name that was left empty is made of the name. */
export const inputOf = (form: TypeForm, type: BookingEventType | null): Input<'save-event-type'> => ({
  ...(type && { eventTypeId: type.id }),
  name: form.name.trim(),
  slug: form.slug.trim() || slugOf(form.name),
  about: form.about.trim(),
  minutes: Number(form.minutes),
  grid: Number(form.grid),
  bufferBefore: Number(form.bufferBefore),
  bufferAfter: Number(form.bufferAfter),
  noticeMinutes: Number(form.notice),
  horizonDays: Number(form.horizon),
  limitPerDay: form.perDay === '' ? null : Number(form.perDay),
  limitPerWeek: form.perWeek === '' ? null : Number(form.perWeek),
  mode: form.mode,
  ...(form.allAdmins && form.mode !== 'one' ? { allAdmins: true } : { hosts: form.hosts }),
  place: placeOf(form),
  reminderMinutes: form.reminders
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(Number),
  approval: form.approval,
  questions: questionsOf(form.questions),
  fromOutside: form.fromOutside,
  changeLimitMinutes: Number(form.changeLimit),
  calendarMaxAgeMinutes: form.calendarAge === '' ? null : Number(form.calendarAge),
  makesDeal: form.makesDeal,
  whatsappTemplate: templateOf(form.whatsapp),
  ...(form.isDefault && !type?.is_default && { isDefault: true }),
})

const placeOf = ({ place, placeText }: TypeForm): Input<'save-event-type'>['place'] => {
  if (place === 'link') return { kind: 'link', url: placeText.trim() }
  if (place === 'address') return { kind: 'address', address: placeText.trim() }
  return { kind: place }
}

const templateOf = (chosen: string): Input<'save-event-type'>['whatsappTemplate'] => {
  const at = chosen.lastIndexOf(' ')
  return at < 0 ? null : { name: chosen.slice(0, at), language: chosen.slice(at + 1) }
}

/** With a key for each: the one it has, for answers of before are kept by it, else one made of its words. */
const questionsOf = (typed: readonly TypedQuestion[]): NonNullable<Input<'save-event-type'>['questions']> => {
  const taken = new Set(typed.map(({ key }) => key))
  return typed.map(({ key: before, label, kind, required, options }) => {
    let key = before
    for (let n = 1; key === ''; n++) {
      const made = `${slugOf(label).replaceAll('-', '_').slice(0, 36)}${n === 1 ? '' : `_${n}`}`
      if (!taken.has(made)) key = made
    }
    taken.add(key)
    const choices =
      kind === 'choice'
        ? options
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== '')
        : []
    return { key, label: label.trim(), kind, required, options: choices }
  })
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64) || 'meeting'
