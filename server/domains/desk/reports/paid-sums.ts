import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

export interface PaidSum {
  /** From 0. */
  readonly part: number
  readonly currency: string
  /** As it came in. */
  readonly gross_minor: number
  /** Of that, refunded since, or lost to a dispute. */
  readonly returned_minor: number
}

/** Payments by the part of a span in which the provider received them, and by currency. */
export const sumPaid = async (
  db: Db,
  orgId: string,
  { borders, to }: { borders: readonly Date[]; to: Date },
): Promise<PaidSum[]> => {
  const { rows } = await sql<PaidSum>`
    select width_bucket(received_at, ${[...borders]}::timestamptz[]) - 1 as part, currency,
      sum(amount_minor)::float8 as gross_minor, sum(refunded_minor + lost_minor)::float8 as returned_minor
    from payments where org_id = ${orgId} and received_at >= ${borders[0] ?? to} and received_at < ${to}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
