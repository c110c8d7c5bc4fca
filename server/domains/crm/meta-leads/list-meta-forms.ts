import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { choice, shape } from '#shapes'
import { metaErrors, withMeta } from './meta-calls.ts'

export const MetaFormStatus = choice('MetaFormStatus', ['active', 'archived', 'other'])

const MetaForm = shape('MetaForm', {
  id: z.string(),
  name: z.string(),
  status: MetaFormStatus,
  leads: z.int().nullable().describe('How often it was filled in, as Meta counts'),
})

export const listMetaForms = action({
  name: 'list-meta-forms',
  summary: 'List the lead forms of a page at Meta',
  description: 'Newest first, archived ones included.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ connectionId: z.uuid(), pageId: z.string().regex(/^\d{1,40}$/) }),
  output: z.object({ forms: z.array(MetaForm) }),
  errors: metaErrors,
  examples: [{ title: 'One page', input: { connectionId: '01980000-0000-7000-8000-000000000000', pageId: '106540352242922' } }],

  async run({ connectionId, pageId }, context) {
    const forms = await withMeta(context, connectionId, async (_ads, ofPage) => (await ofPage(pageId)).forms(pageId))
    return { forms: forms.map(({ id, name, status, leads }) => ({ id, name, status, leads })) }
  },
})
