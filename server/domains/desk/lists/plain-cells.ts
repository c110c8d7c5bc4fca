import { z } from 'zod'
import { plainAmount } from '#shapes/amounts.ts'

const Named = z.object({ name: z.string().nullable() })
const Money = z.object({ minor: z.coerce.number(), currency: z.string() })

/** A value of a listed record as a cell of a file has it: names of what has one, amounts in the main unit, empty where there is none. */
export const plainCell = (value: unknown): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(plainCell).join('; ')
  if (typeof value !== 'object') return String(value)
  const money = Money.safeParse(value)
  if (money.success) return plainAmount(money.data.minor, money.data.currency)
  const named = Named.safeParse(value)
  if (named.success) return named.data.name ?? ''
  return Object.entries(value)
    .map(([key, each]) => `${key} ${each}`)
    .join('; ')
}
