import { createHmac, randomUUID } from 'node:crypto'
import type { Sign } from '../webhooks.ts'

/** What a visitor filled in. */
export interface Filled {
  readonly id: string
  readonly at: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly answer: string
}

interface PlayedForm {
  readonly title: string
  /** What it posts, beside all that it says of its form. */
  readonly body: (filled: Filled) => object
  /** Its signature, where a secret was given to it. */
  readonly signed: (body: string, secret: string, at: Date) => Readonly<Record<string, string>>
}

const hmac = (text: string, secret: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

const question = 'Which service?'

/** Services with forms, as their webhook pages describe what they post. */
export const playedForms = {
  typeform: {
    title: 'Typeform',
    body: ({ id, at, ...filled }) => ({
      ...{ event_id: randomUUID(), event_type: 'form_response' },
      form_response: {
        ...{ form_id: 'lT4Z3j', token: id, landed_at: at, submitted_at: at, hidden: { utm_source: 'sandbox' } },
        definition: {
          ...{ id: 'lT4Z3j', title: 'Ask for an offer' },
          fields: [
            { id: 'a', ref: 'ref-first', type: 'short_text', title: 'What is your first name?' },
            { id: 'b', ref: 'ref-last', type: 'short_text', title: 'What is your last name?' },
            { id: 'c', ref: 'ref-email', type: 'email', title: 'Your email address' },
            { id: 'd', ref: 'ref-phone', type: 'phone_number', title: 'Your phone number' },
            { id: 'e', ref: 'ref-answer', type: 'short_text', title: question },
          ],
        },
        answers: [
          { type: 'text', text: filled.first_name, field: { id: 'a', type: 'short_text', ref: 'ref-first' } },
          { type: 'text', text: filled.last_name, field: { id: 'b', type: 'short_text', ref: 'ref-last' } },
          { type: 'email', email: filled.email, field: { id: 'c', type: 'email', ref: 'ref-email' } },
          { type: 'phone_number', phone_number: filled.phone, field: { id: 'd', type: 'phone_number', ref: 'ref-phone' } },
          { type: 'text', text: filled.answer, field: { id: 'e', type: 'short_text', ref: 'ref-answer' } },
        ],
      },
    }),
    signed: (body, secret) => ({ 'typeform-signature': `sha256=${hmac(body, secret, 'base64')}` }),
  },
  tally: {
    title: 'Tally',
    body: ({ id, at, ...filled }) => ({
      ...{ eventId: randomUUID(), eventType: 'FORM_RESPONSE', createdAt: at },
      data: {
        ...{ responseId: id, submissionId: id, formId: 'VwbNEw', formName: 'Ask for an offer', createdAt: at },
        fields: [
          {
            ...{ key: 'question_name', label: 'Your name', type: 'INPUT_TEXT' },
            value: `${filled.first_name} ${filled.last_name}`,
          },
          { key: 'question_email', label: 'Email', type: 'INPUT_EMAIL', value: filled.email },
          { key: 'question_phone', label: 'Phone', type: 'INPUT_PHONE_NUMBER', value: filled.phone },
          { key: 'question_answer', label: question, type: 'INPUT_TEXT', value: filled.answer },
        ],
      },
    }),
    signed: (body, secret) => ({ 'tally-signature': hmac(body, secret, 'base64') }),
  },
  calendly: {
    title: 'Calendly',
    body: ({ id, at, ...filled }) => ({
      ...{ event: 'invitee.created', created_at: at },
      payload: {
        uri: `https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2/invitees/${id}`,
        ...{ email: filled.email, name: `${filled.first_name} ${filled.last_name}`, text_reminder_number: filled.phone },
        ...{ status: 'active', timezone: 'Europe/Berlin', old_invitee: null, tracking: { utm_source: 'sandbox' } },
        questions_and_answers: [{ question, answer: filled.answer, position: 0 }],
        scheduled_event: { name: 'First talk', status: 'active', start_time: at },
      },
    }),
    signed: (body, secret, at) => {
      const seconds = Math.floor(at.getTime() / 1_000)
      return { 'calendly-webhook-signature': `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret, 'hex')}` }
    },
  },
  webflow: {
    title: 'Webflow',
    body: ({ id, at, ...filled }) => ({
      triggerType: 'form_submission',
      payload: {
        ...{ name: 'Contact Us', id, siteId: '65427cf400e02b306eaa049c', submittedAt: at },
        data: {
          ...{ 'First Name': filled.first_name, 'Last Name': filled.last_name, email: filled.email },
          ...{ 'Phone Number': filled.phone, [question]: filled.answer },
        },
      },
    }),
    signed: (body, secret, at) => ({
      'x-webflow-timestamp': String(at.getTime()),
      'x-webflow-signature': hmac(`${at.getTime()}:${body}`, secret, 'hex'),
    }),
  },
  generic: {
    title: 'Any other service',
    body: ({ first_name: first, last_name: last, ...filled }) => ({ ...filled, name: `${first} ${last}` }),
    signed: (body, secret) => ({ 'x-signature-256': `sha256=${hmac(body, secret, 'hex')}` }),
  },
} as const satisfies Readonly<Record<string, PlayedForm>>

export type FormSlug = keyof typeof playedForms
export const formSlugs = Object.keys(playedForms) as FormSlug[]

/** By the service that the message is of. */
export const signAsService: Sign = ({ type, body, secret, at }) => {
  const played: PlayedForm = playedForms[type as FormSlug]
  return secret === '' ? {} : played.signed(body, secret, at)
}
