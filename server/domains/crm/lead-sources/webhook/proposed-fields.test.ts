import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookServices } from '#shapes/webhook-services.ts'
import { proposedFor } from './proposed-fields.ts'
import { answersByLabel, answersIn, placesIn } from './sample-fields.ts'
import { openBody } from './webhook-bodies.ts'
import { WebhookSettings } from './webhook-settings.ts'

const typeform = {
  event_id: '01J',
  event_type: 'form_response',
  form_response: {
    form_id: 'lT4Z3j',
    token: 'a3a12ec6',
    landed_at: '2026-11-22T09:28:02Z',
    hidden: { utm_source: 'newsletter' },
    calculated: { score: 9 },
    variables: [{ key: 'budget', type: 'number', number: 9 }],
    definition: {
      id: 'lT4Z3j',
      title: 'Kitchen enquiry',
      fields: [
        { id: 'a', ref: 'ref-1', type: 'short_text', title: 'What is your first name?' },
        { id: 'b', ref: 'ref-2', type: 'email', title: 'Your e-mail address?' },
        { id: 'c', ref: 'ref-3', type: 'multiple_choice', title: 'Which rooms?' },
        { id: 'd', ref: 'ref-4', type: 'short_text', title: 'What is your company’s name?' },
        { id: 'e', ref: 'ref-5', type: 'short_text', title: 'Which rooms?' },
      ],
    },
    answers: [
      { type: 'text', text: 'Zoë', field: { id: 'a', type: 'short_text', ref: 'ref-1' } },
      { type: 'email', email: 'zoe@example.com', field: { id: 'b', type: 'email', ref: 'ref-2' } },
      { type: 'phone_number', phone_number: '+4915112345678', field: { id: 'p', type: 'phone_number', ref: 'phone' } },
      { type: 'choices', choices: { labels: ['Kitchen', 'Bath'] }, field: { id: 'c', ref: 'ref-3' } },
      { type: 'text', text: 'Müller GmbH', field: { id: 'd', ref: 'ref-4' } },
      { type: 'text', text: 'and the hall', field: { id: 'e', ref: 'ref-5' } },
    ],
  },
}

const webflow = {
  triggerType: 'form_submission',
  payload: {
    name: 'Contact Us',
    siteId: '65427c',
    data: { 'First Name': 'Zoë', 'Last Name': 'Müller', email: 'zoe@example.com', 'Phone Number': 4915112345678, Rooms: 'two' },
    schema: [{ fieldName: 'email', fieldType: 'FormTextInput' }],
    id: '6321ca',
  },
}

const fillout = {
  formId: 'vso75m',
  formName: 'Kitchen enquiry',
  submission: {
    submissionId: 'abc8',
    questions: [
      { id: 'q1', name: 'What is your name?', type: 'ShortAnswer', value: 'Zoë Müller' },
      { id: 'q2', name: 'E-mail', type: 'EmailInput', value: 'zoe@example.com' },
      { id: 'q3', name: 'Anything else?', type: 'LongAnswer', value: null },
    ],
    calculations: [{ id: 'c1', name: 'Price', type: 'number', value: 12 }],
    urlParameters: [{ id: 'utm_source', name: 'utm_source', value: 'newsletter' }],
  },
}

const tally = {
  eventType: 'FORM_RESPONSE',
  data: {
    responseId: '2wgx4n',
    formName: 'Kitchen enquiry',
    fields: [
      { key: 'question_1', label: 'Your name', type: 'INPUT_TEXT', value: 'Zoë Müller' },
      { key: 'question_2', label: 'E-mail', type: 'INPUT_EMAIL', value: 'zoe@example.com' },
      { key: 'question_3', label: 'Rooms', type: 'CHECKBOXES', value: ['a'], options: [{ id: 'a', text: 'Kitchen' }] },
    ],
  },
}

const calendly = {
  event: 'invitee.created',
  created_by: 'https://api.calendly.com/users/A',
  payload: {
    uri: 'https://api.calendly.com/invitees/A',
    ...{ email: 'zoe@example.com', name: 'Zoë Müller', timezone: 'Europe/Berlin', text_reminder_number: null },
    questions_and_answers: [{ question: 'Company', answer: 'Müller GmbH', position: 0 }],
    tracking: { utm_source: 'newsletter' },
    scheduled_event: { name: 'First talk', start_time: '2026-11-25T10:00:00Z', status: 'active' },
  },
}

const jotform = {
  formTitle: 'Kitchen enquiry',
  username: 'example',
  submissionID: '6084',
  rawRequest: {
    slug: 'submit/2432',
    q3_name: { first: 'Zoë', last: 'Müller' },
    q4_email: 'zoe@example.com',
    q5_phoneNumber: { full: '(030) 1234567' },
    q6_company: 'Müller GmbH',
  },
}

const elementor = new URLSearchParams({
  ...{ 'form[id]': 'a1b2c3d', 'form[name]': 'Contact', 'meta[page_url][title]': 'Page URL' },
  ...{ 'meta[page_url][value]': 'https://www.example.com/contact/' },
  ...{ 'fields[name][id]': 'name', 'fields[name][title]': 'Name', 'fields[name][value]': 'Zoë Müller' },
  ...{ 'fields[name][raw_value]': 'Zoë Müller', 'fields[email][id]': 'email', 'fields[email][title]': 'E-mail' },
  ...{ 'fields[email][value]': 'zoe@example.com', 'fields[email][raw_value]': 'zoe@example.com' },
})

const cases: readonly {
  readonly service: string
  readonly body: object
  readonly proposed: object
  /** With the proposal saved. */
  readonly answers: object
}[] = [
  {
    ...{ service: 'typeform', body: typeform },
    proposed: {
      ...{ email: 'key:ref-2', phone: 'key:phone', first_name: 'key:ref-1', company: 'key:ref-4' },
      external_id: '/form_response/token',
    },
    answers: { 'Which rooms?': 'Kitchen, Bath', 'Which rooms? (ref-5)': 'and the hall', utm_source: 'newsletter', budget: '9' },
  },
  {
    ...{ service: 'webflow', body: webflow },
    proposed: {
      ...{ email: '/payload/data/email', phone: '/payload/data/Phone Number' },
      ...{ first_name: '/payload/data/First Name', last_name: '/payload/data/Last Name', external_id: '/payload/id' },
    },
    answers: { Rooms: 'two' },
  },
  {
    // Of version 1, which named its form at the top.
    ...{ service: 'webflow', body: { name: 'Contact Us', site: '6274', data: { name: 'Jo', email: 'jo@example.com' } } },
    proposed: { email: '/data/email', name: '/data/name', external_id: '/payload/id' },
    answers: {},
  },
  {
    ...{ service: 'fillout', body: fillout },
    proposed: { email: 'key:q2', name: 'key:q1', external_id: '/submission/submissionId' },
    answers: { Price: '12', utm_source: 'newsletter' },
  },
  {
    ...{ service: 'tally', body: tally },
    proposed: { email: 'key:question_2', name: 'key:question_1', external_id: '/data/responseId' },
    answers: { Rooms: 'Kitchen' },
  },
  {
    ...{ service: 'calendly', body: calendly },
    proposed: {
      ...{ email: '/payload/email', name: '/payload/name', phone: '/payload/text_reminder_number' },
      ...{ company: 'key:Company', external_id: '/payload/uri' },
    },
    answers: {
      ...{ timezone: 'Europe/Berlin', utm_source: 'newsletter', name: 'First talk', start_time: '2026-11-25T10:00:00Z' },
    },
  },
  {
    ...{ service: 'jotform', body: jotform },
    proposed: {
      ...{ email: '/rawRequest/q4_email', phone: '/rawRequest/q5_phoneNumber/full', company: '/rawRequest/q6_company' },
      ...{ first_name: '/rawRequest/q3_name/first', last_name: '/rawRequest/q3_name/last', external_id: '/submissionID' },
    },
    answers: { slug: 'submit/2432' },
  },
  {
    ...{ service: 'elementor', body: elementor },
    proposed: { email: 'key:email', name: 'key:name' },
    answers: { 'Page URL': 'https://www.example.com/contact/' },
  },
  {
    ...{ service: 'elementor', body: new URLSearchParams({ Name: 'Zoë', 'E-mail': 'zoe@example.com', form_name: 'Contact' }) },
    proposed: { email: '/E-mail', name: '/Name' },
    answers: { form_name: 'Contact' },
  },
  {
    service: 'google-forms',
    body: {
      ...{ formTitle: 'Kitchen enquiry', responseId: '2_AB', respondentEmail: 'zoe@example.com' },
      namedValues: { 'Your name': ['Zoë Müller'], 'Which rooms?': ['Kitchen, Bath'] },
    },
    proposed: { email: '/respondentEmail', name: '/namedValues/Your name', external_id: '/responseId' },
    answers: { 'Which rooms?': 'Kitchen, Bath' },
  },
  {
    ...{
      service: 'contact-form-7',
      body: { 'your-name': 'Zoë', 'your-email': 'zoe@example.com', 'your-message': 'A kitchen' },
    },
    proposed: { email: '/your-email', name: '/your-name', note: '/your-message' },
    answers: {},
  },
  {
    service: 'zapier',
    body: { id: '11', full_name: 'Zoë Müller', job_title: 'Owner', email: 'zoe@example.com', phone_number: '+4915112345678' },
    proposed: { email: '/email', phone: '/phone_number', name: '/full_name', title: '/job_title', external_id: '/id' },
    answers: {},
  },
  {
    service: 'unbounce',
    body: { page_name: 'Kitchens', 'data.json': { email: ['zoe@example.com'], name: ['Zoë'], rooms: ['a', 'b'] } },
    proposed: { email: '/data.json/email', name: '/data.json/name' },
    answers: { rooms: 'a, b' },
  },
  {
    service: 'generic',
    body: {
      form: { name: 'Contact', title: 'Contact us' },
      company: { name: 'Ours' },
      lead: { name: 'Zoë', email: 'zoe@example.com' },
    },
    proposed: { email: '/lead/email', name: '/lead/name' },
    answers: { 'form › name': 'Contact', 'form › title': 'Contact us', 'company › name': 'Ours' },
  },
  {
    ...{ service: 'generic', body: { name: 'Zoë', emails: [{ kind: 'work', value: 'zoe@example.com' }] } },
    proposed: { email: '/emails/0/value', name: '/name' },
    answers: { 'emails › 0 › kind': 'work' },
  },
]

for (const [index, { service: slug, body, proposed, answers }] of cases.entries())
  test(`the fields of ${slug} (${index + 1}) are proposed as what they are, and a lead keeps its answers and nothing of the form`, () => {
    const service = webhookServices.find((each) => each.slug === slug)
    assert.ok(service)
    const settings = WebhookSettings.parse({
      ...{ kind: 'webhook', service: slug, only: service.only, unless: service.unless },
      ...{ answers: service.answers, mapping: service.mapping },
    })
    const isForm = body instanceof URLSearchParams
    const { value } = openBody({
      ...{ method: 'POST', url: '/', body: Buffer.from(isForm ? body.toString() : JSON.stringify(body)) },
      headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    })
    const mapping = proposedFor(placesIn(value, settings), settings)
    assert.deepEqual(mapping, proposed)
    const saved = { ...settings, mapping }
    assert.deepEqual(answersByLabel(value, saved, answersIn(value, saved)), answers)
  })
