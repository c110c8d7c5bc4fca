import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { providerErrors } from '#domains/connections/connections/provider-failures.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { choice, shape } from '#shapes'
import { CanvaInput, isReading } from './canva-input.ts'
import {
  autofill,
  exportDesign,
  linkAtDesign,
  listTemplates,
  removeExport,
  showStatus,
  showTemplate,
  unlinkAtDesign,
} from './design-verbs.ts'
import { createAtCanva, formatsAtCanva, listAtCanva, showAtCanva } from './designs-at-canva.ts'
import { designErrors } from './errors.ts'
import { Design, DesignExport, DesignFormat, DesignJobStatus } from './shown-designs.ts'

const Output = z.object({
  success: z.literal(true).optional(),
  designs: z.array(Design).optional().describe('`list`'),
  next_cursor: z.string().nullable().optional().describe('`list` `templates`'),
  design: Design.optional().describe('`show` `create` `link`'),
  linkId: z.uuid().optional().describe('`link`'),
  formats: z.array(DesignFormat).optional().describe('`formats`'),
  export: DesignExport.optional().describe('`export` `status`'),
  autofill: shape('DesignAutofill', {
    id: z.uuid(),
    status: DesignJobStatus,
    code: z.string().nullable(),
    message: z.string().nullable(),
    design: Design.nullable().describe('Once it is made'),
  })
    .optional()
    .describe('`autofill` `status`'),
  templates: z
    .array(shape('DesignTemplate', { id: z.string(), title: z.string() }))
    .optional()
    .describe('`templates`'),
  fields: z
    .array(shape('DesignTemplateField', { name: z.string(), kind: choice('DesignFieldKind', ['text', 'image', 'chart']) }))
    .optional()
    .describe('`template`: only texts can be filled'),
})

const verbs: {
  readonly [Verb in CanvaInput['action']]: (input: CanvaInput, context: PersonAskingContext) => Promise<z.input<typeof Output>>
} = {
  list: listAtCanva,
  show: showAtCanva,
  create: createAtCanva,
  formats: formatsAtCanva,
  export: exportDesign,
  status: showStatus,
  remove: removeExport,
  link: linkAtDesign,
  unlink: unlinkAtDesign,
  templates: listTemplates,
  template: showTemplate,
  autofill,
}

export const canva = action({
  name: 'canva',
  summary: 'Work with designs at Canva',
  description: `\`action\` names what to do. The account is the workspace’s: an admin connects it with integration-init-oauth, and every member sees the designs that it sees.

- \`list\` → \`designs\`, changed last first, and \`next_cursor\`. \`show\` → \`design\` with fresh addresses of its editor.
- \`create\` → \`design\`: of a \`kind\`, of a \`width\` and \`height\`, as a copy (\`copyOf\`) or from a brand template (\`templateId\`). Canva may make a design without answering: then \`design_outcome_unknown\`, and nothing is repeated.
- \`link\` (a deal or a contact) → \`linkId\`; \`unlink\`.
- \`formats\` → \`formats\`. \`export\` → \`export\`: its files are fetched by a job and kept here, up to 200 MB each, since Canva keeps them for a day. The same export asked for twice while it is under way is one. \`status\` → how far it is. \`remove\` deletes an export with its files.
- \`templates\`, \`template\` → \`fields\`, \`autofill\` → \`autofill\`: only where the account’s plan has them (\`account\` of list-designs), else \`design_not_in_plan\`.`,
  who: 'member',
  transports: ['gateway', 'function'],
  effect: 'write',
  unaudited: isReading,
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 120, seconds: 60 },
  input: CanvaInput,
  output: Output,
  errors: [
    ...[transportErrors.missing_field, transportErrors.bad_request, dealErrors.deal_not_found],
    ...[contactErrors.contact_not_found, connectionErrors.connection_not_found, connectionErrors.connection_needs_consent],
    ...providerErrors,
    ...Object.values(designErrors).filter(({ code }) => !/^design_(file|picture)_/.test(code)),
  ],
  examples: [
    { title: 'A design with fresh addresses', input: { action: 'show', designId: 'DAFVztcvd9z' } },
    {
      title: 'A presentation for a deal',
      input: { action: 'create', kind: 'presentation', title: 'Offer', dealId: '01980000-0000-7000-8000-000000000000' },
    },
    { title: 'As PDF', input: { action: 'export', designId: 'DAFVztcvd9z', format: 'pdf' } },
    { title: 'How far it is', input: { action: 'status', exportId: '01980000-0000-7000-8000-000000000000' } },
  ],

  run: (input, context) => verbs[input.action](input, context),
})
