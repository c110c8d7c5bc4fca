import { z } from 'zod'
import type { CrmEntity } from '#ports/crm.ts'
import { modules } from './modules.ts'
import { type Got, Info, type Requests } from './requests.ts'

/** https://www.zoho.com/crm/developer/docs/api/v8/COQL-Limitations.html: for 3 credits; 1 buys 200, 2 buy 1,000. */
export const mostRows = 2_000

const Rows = z.object({ data: z.array(z.unknown()), info: Info.nullish() })
export type Rows = z.infer<typeof Rows>

/** Names that must stand in quotes: https://help.zoho.com/portal/en/community/topic/kaizen-171-faqs-on-coql-api */
const reserved = new Set(
  'all and any as asc between by case count default desc distinct end else exists external from group having in index is join key left like limit not null offset on option or order outer range rank right row rows select set sum table then to union using value values when where'.split(
    ' ',
  ),
)
const column = (name: string): string => (reserved.has(name.toLowerCase()) ? `'${name}'` : name)

export interface Window {
  /** Groups of two, in brackets: more are ambiguous to the vendor. */
  readonly where: string
  readonly order: string
  readonly limit: number
}

/** Asks for records by a query. Records come whole at one moment, other than pages of a list, which shift when one before is deleted. */
export const query = (
  requests: Requests,
  entity: CrmEntity,
  columns: readonly string[],
  { where, order, limit }: Window,
): Promise<Got<Rows>> =>
  requests.get(
    {
      ...{ operation: 'coql.query', method: 'POST', path: '/coql', canRepeat: true },
      body: {
        select_query: `select ${columns.map(column).join(', ')} from ${modules[entity]} where ${where} order by ${order} limit ${limit}`,
      },
    },
    Rows,
  )

const Counts = z.object({ data: z.array(z.record(z.string(), z.unknown())).min(1) })

/** How many there are, as of now. Null: the answer holds no number. */
export const countRows = async (requests: Requests, entity: CrmEntity): Promise<number | null> => {
  const { value } = await requests.get(
    {
      ...{ operation: 'coql.count', method: 'POST', path: '/coql', canRepeat: true },
      body: { select_query: `select COUNT(id) from ${modules[entity]} where id is not null` },
    },
    Counts,
  )
  // What the column is called in the answer is not confirmed.
  const numbers = Object.entries(value?.data[0] ?? {}).flatMap(([name, each]) => (/count/i.test(name) ? Number(each) : []))
  return value === null ? 0 : numbers.length === 1 && Number.isSafeInteger(numbers[0]) ? (numbers[0] as number) : null
}
