import { noRule } from './signed-rule.tsx'
import type { TemplateDraft } from './template-text.ts'

/** What a first template can begin with. A text for people to change: it is not translated. */
export const starterOf = (workspace: string): TemplateDraft => ({
  name: 'Service agreement',
  body: `# Service agreement

This agreement is made on {{START_DATE}} between **{{AGENCY}}** (“the agency”) and **{{CLIENT_NAME}}** (“the client”).

## 1. Services

The agency provides these services:

{{SERVICES}}

## 2. Fees

| Item | Amount |
|---|---:|
| Services as described | {{PRICE}} |

Invoices are due within {{PAYMENT_DAYS}} days.

## 3. Changes and cancellation

Changes to the services are agreed in writing. Either side may cancel with 30 days’ notice; work done until then is paid.

## 4. Rights and confidentiality

With full payment the client may use the results without limits. Both sides keep confidential what is not public.

## Signatures

[[signature client "Client"]] [[date client "Date"]]

[[signature admin "Agency"]] [[date admin "Date"]]
`,
  placeholders: {
    START_DATE: { type: 'date', label: 'Start date', default: '' },
    AGENCY: { type: 'line', label: 'Agency', default: workspace },
    CLIENT_NAME: { type: 'line', label: 'Client', default: '' },
    SERVICES: { type: 'text', label: 'Services', default: '' },
    PRICE: { type: 'line', label: 'Price', default: '' },
    PAYMENT_DAYS: { type: 'number', label: 'Days to pay', default: '14' },
  },
  reminders: null,
  whenSigned: noRule,
})
