import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { countFound, mostCounted, mostLookedUp, mostOfMerged } from './counts.ts'
import { listErrors } from './errors.ts'
import { ListFilter, ListKind } from './filters.ts'
import { readingFor } from './readings.ts'
import { testsFor } from './tests.ts'

export const countRecords = action({
  name: 'count-records',
  summary: 'Count the records of a list',
  description: `Exact up to ${mostCounted.toLocaleString('en')}, of \`delivery\` and \`webhook_delivery\`, and by the beginning of a text, up to ${mostLookedUp.toLocaleString('en')}, of contacts and companies by their tags and own fields up to ${mostOfMerged.toLocaleString('en')}; beyond, and where many conditions each match very many records, \`count\` is the least that there are and \`is_exact\` is false.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'lists:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ kind: ListKind, filter: ListFilter.optional() }),
  output: z.object({ count: z.int(), is_exact: z.boolean() }),
  errors: [listErrors.list_filter_invalid],
  examples: [
    {
      title: 'Open deals of mine',
      input: { kind: 'deal', filter: { conditions: [{ field: 'state', op: 'is', value: 'open' }] } },
    },
  ],

  async run({ kind, filter }, context) {
    const reading = await readingFor(context, kind)
    return countFound(context.db, { reading, tests: testsFor(filter, reading) })
  },
})
