/** A list of answers, or an object of them, whose entries are found by key: a position means nothing. */
interface AnswerList {
  readonly list: string
  readonly key: string
  readonly label: string | null
  readonly value: string | null
  readonly options: string | null
}

/**
 * What is known of services that send what was filled in there to an address: how they sign, which of their messages are new leads,
 * and where the answers stand. Data: a source copies its row, and is changed by itself from then on.
 * Source: the vendors' webhook pages and public receivers, as gathered in the contract form-services.
 */
export interface WebhookService {
  readonly slug: string
  /** As it calls itself. */
  readonly title: string
  /** Its signature; null where it makes none. */
  readonly signature: {
    readonly by: 'signature'
    readonly header: string
    readonly prefix: string
    readonly encoding: 'hex' | 'base64'
    readonly signed: 'body' | 'timestamp.body' | 'timestamp:body' | 'hmacsha256=body' | 'id.timestamp.body'
    readonly timestamp: {
      readonly header: string | null
      readonly unit: 'seconds' | 'milliseconds'
      readonly toleranceSeconds: number
    } | null
  } | null
  /** Its owner can have it send a header of their choice. */
  readonly sendsHeader: boolean
  readonly only: { readonly place: string; readonly is: string[] } | null
  readonly unless: string | null
  readonly answers: AnswerList | null
  /** Where the questions of its answers stand, by the same keys, if not beside them. */
  readonly questions: { readonly list: string; readonly key: string; readonly label: string } | null
  /** Further lists of values by name, such as parameters of the page's address. */
  readonly lists: readonly AnswerList[]
  /**
   * Where else something stands that was filled in or says where the visitor came from; the rest of its message is about the form. Null: it
   * says nothing of the form, or a form of it may put its fields anywhere.
   */
  readonly within: readonly string[] | null
  /** It tells that there is a lead and not what was answered; only programs that it approved can fetch that. */
  readonly hasNoAnswers: boolean
  /** What stands at the same place in every form of it. */
  readonly mapping: Readonly<Record<string, string>>
}

const plain = {
  ...{ signature: null, sendsHeader: false, only: null, unless: null, hasNoAnswers: false, mapping: {} },
  ...{ answers: null, questions: null, lists: [], within: null },
} as const
const valuesOf = { label: null, value: '/value', options: null } as const
const inBody = { by: 'signature', prefix: '', signed: 'body', timestamp: null } as const

export const webhookServices: readonly WebhookService[] = [
  {
    ...plain,
    slug: 'typeform',
    title: 'Typeform',
    signature: { ...inBody, header: 'Typeform-Signature', prefix: 'sha256=', encoding: 'base64' },
    only: { place: '/event_type', is: ['form_response'] },
    answers: { list: '/form_response/answers', key: '/field/ref', label: null, value: null, options: null },
    questions: { list: '/form_response/definition/fields', key: '/ref', label: '/title' },
    lists: [{ ...valuesOf, list: '/form_response/variables', key: '/key', value: null }],
    within: ['/form_response/hidden'],
    mapping: { external_id: '/form_response/token' },
  },
  // Its answers are JSON in a field of the form that it posts; it signs nothing and sends no header.
  { ...plain, slug: 'jotform', title: 'Jotform', within: ['/rawRequest'], mapping: { external_id: '/submissionID' } },
  {
    ...plain,
    slug: 'calendly',
    title: 'Calendly',
    signature: {
      ...{ by: 'signature', header: 'Calendly-Webhook-Signature', prefix: '', encoding: 'hex', signed: 'timestamp.body' },
      timestamp: { header: null, unit: 'seconds', toleranceSeconds: 180 },
    },
    only: { place: '/event', is: ['invitee.created'] },
    // Created anew by a rescheduling.
    unless: '/payload/old_invitee',
    answers: { list: '/payload/questions_and_answers', key: '/question', label: null, value: '/answer', options: null },
    within: ['/payload/tracking', '/payload/scheduled_event/name', '/payload/scheduled_event/start_time', '/payload/timezone'],
    mapping: {
      email: '/payload/email',
      name: '/payload/name',
      phone: '/payload/text_reminder_number',
      external_id: '/payload/uri',
    },
  },
  {
    ...plain,
    slug: 'tally',
    title: 'Tally',
    signature: { ...inBody, header: 'Tally-Signature', encoding: 'base64' },
    sendsHeader: true,
    only: { place: '/eventType', is: ['FORM_RESPONSE'] },
    answers: { list: '/data/fields', key: '/key', label: '/label', value: '/value', options: '/options' },
    within: [],
    mapping: { external_id: '/data/responseId' },
  },
  {
    ...plain,
    slug: 'fillout',
    title: 'Fillout',
    sendsHeader: true,
    answers: { ...valuesOf, list: '/submission/questions', key: '/id', label: '/name' },
    lists: [
      { ...valuesOf, list: '/submission/calculations', key: '/id', label: '/name' },
      { ...valuesOf, list: '/submission/urlParameters', key: '/id', label: '/name' },
    ],
    within: [],
    mapping: { external_id: '/submission/submissionId' },
  },
  {
    ...plain,
    slug: 'webflow',
    title: 'Webflow',
    // A webhook that was made in its dashboard is not signed.
    signature: {
      ...{ by: 'signature', header: 'x-webflow-signature', prefix: '', encoding: 'hex', signed: 'timestamp:body' },
      timestamp: { header: 'x-webflow-timestamp', unit: 'milliseconds', toleranceSeconds: 300 },
    },
    only: { place: '/triggerType', is: ['form_submission'] },
    within: ['/payload/data', '/data'],
    mapping: { external_id: '/payload/id' },
  },
  {
    ...plain,
    slug: 'linkedin-lead-gen',
    title: 'LinkedIn lead gen forms',
    signature: { ...inBody, header: 'X-LI-Signature', encoding: 'hex', signed: 'hmacsha256=body' },
    only: { place: '/leadAction', is: ['CREATED'] },
    hasNoAnswers: true,
    mapping: { external_id: '/leadGenFormResponse' },
  },
  { ...plain, slug: 'contact-form-7', title: 'WordPress: Contact Form 7', sendsHeader: true },
  // With “advanced data” an object of fields by id, else the labels as names, beside form_id and form_name.
  {
    ...plain,
    slug: 'elementor',
    title: 'WordPress: Elementor',
    answers: { ...valuesOf, list: '/fields', key: '/id', label: '/title' },
    lists: [{ ...valuesOf, list: '/meta', key: '/title' }],
    within: [],
  },
  {
    ...plain,
    slug: 'gravity-forms',
    title: 'WordPress: Gravity Forms',
    sendsHeader: true,
    mapping: { external_id: '/id' },
  },
  {
    ...plain,
    slug: 'google-forms',
    title: 'Google Forms',
    signature: { ...inBody, header: 'X-Foyer-Signature', prefix: 'sha256=', encoding: 'hex' },
    within: ['/namedValues', '/respondentEmail'],
    // Its owner may collect addresses or ask for them: until the fields are chosen, leads would have no name.
    mapping: { external_id: '/responseId' },
  },
  { ...plain, slug: 'zapier', title: 'Zapier', sendsHeader: true, mapping: { external_id: '/id' } },
  { ...plain, slug: 'unbounce', title: 'Unbounce', within: ['/data.json'] },
  {
    ...plain,
    slug: 'standard-webhooks',
    title: 'Standard Webhooks',
    signature: {
      ...{ by: 'signature', header: 'webhook-signature', prefix: '', encoding: 'base64', signed: 'id.timestamp.body' },
      timestamp: { header: 'webhook-timestamp', unit: 'seconds', toleranceSeconds: 300 },
    },
  },
  {
    ...plain,
    slug: 'generic',
    title: 'Any other service',
    signature: { ...inBody, header: 'X-Signature-256', prefix: 'sha256=', encoding: 'hex' },
    sendsHeader: true,
  },
]

export const webhookServiceOf = (slug: string): WebhookService | undefined => webhookServices.find((each) => each.slug === slug)
