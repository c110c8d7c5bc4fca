import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { metaErrors, withMeta } from './meta-calls.ts'
import { sourcesOfPages } from './pages.ts'

const MetaPage = shape('MetaPage', {
  id: z.string(),
  name: z.string(),
  can_advertise: z.boolean().describe('The account may use the page for advertising'),
  lead_source_id: z.uuid().nullable().describe('The lead source that it is already'),
})

export const listMetaPages = action({
  name: 'list-meta-pages',
  summary: 'List the pages of a connection to Meta',
  description: 'Those that the account was allowed to show here.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ connectionId: z.uuid() }),
  output: z.object({ pages: z.array(MetaPage) }),
  errors: metaErrors,
  examples: [{ title: 'One connection', input: { connectionId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ connectionId }, context) {
    const pages = await withMeta(context, connectionId, (ads) => ads.pages())
    const ids = pages.map(({ id }) => id)
    const sources = await context.inOrg(({ db }) => sourcesOfPages(db, context.org.id, ids))
    return {
      pages: pages.map(({ id, name, token }) => ({
        ...{ id, name, can_advertise: token !== null },
        lead_source_id: sources.get(id)?.source_id ?? null,
      })),
    }
  },
})
