import { messages } from '#web/i18n/strings.ts'

export const strings = messages('crm/lead-sources/webhook/strings', {
  service: 'Service',
  serviceHint: 'Sets how it signs and where its answers stand. You can change both.',
  noAnswers: 'This service sends no answers',
  noAnswersText:
    'It only says that there is a lead: its answers go to programs that it has approved. Have Zapier or Make fetch the lead, and send it to a source of the service Zapier.',
  address: 'Webhook URL',
  addressText:
    'Paste it where the service asks for a webhook URL, and send a test. Anyone who has it can send leads: keep it secret.',
  proof: 'Proof of the sender',
  proofs: { signature: 'Signature', header: 'Secret in a header', address: 'The secret URL alone' },
  proofHints: {
    signature: (header: string) => `HMAC-SHA256 in the header ${header}. Unsigned requests are refused.`,
    header: 'Requests without this header and secret are refused.',
    address: 'Choose a signature or a header where the service offers one.',
  },
  header: 'Header',
  headerMissing: 'Enter the name of the header: letters, digits and hyphens.',
  secret: 'Secret',
  secretStored: 'A secret is stored. Enter another to replace it.',
  secretMissing: 'Enter the secret, at least 8 characters.',
  fields: 'Fields',
  sampleWaiting: 'Waiting for a sample…',
  sampleWaitingText:
    'Send a test from the service. Its fields appear here, and you choose which is the email and which the name.',
  fieldsText: 'Where each part of a lead stands in the newest request. Everything else is kept with the lead as answers.',
  members: {
    email: 'Email',
    phone: 'Phone',
    name: 'Full name',
    first_name: 'First name',
    last_name: 'Last name',
    company: 'Company',
    title: 'Job title',
    note: 'Message',
    linkedin_url: 'LinkedIn profile',
    external_id: 'Unique id of the request',
  },
  notSent: 'Not sent',
  noExample: 'nothing in this sample',
  idHint:
    'A field that differs in each request, such as the number of the entry; never the id of the form or the page. Without one, the same text twice is one lead.',
  contactMissing: 'Choose the field of the email or of the phone number.',
  save: 'Save',
  saved: 'Saved',
  notSaved: 'The settings could not be saved.',
  sampleFailed: 'The sample could not be loaded.',
})
