import { z } from 'zod'
import type { LateNumber } from '#ports/prospects.ts'

const Numbers = z
  .array(
    z
      .object({
        sanitized_number: z.string().max(40).nullish(),
        raw_number: z.string().max(60).nullish(),
        type: z.string().nullish(),
        type_cd: z.string().nullish(),
      })
      .loose(),
  )
  .max(50)

const Told = z.object({
  people: z
    .array(
      z
        .object({ id: z.string().regex(/^[\w-]{1,64}$/), phone_numbers: Numbers.nullish() })
        .loose()
        .nullable(),
    )
    .max(100),
})

/** A switchboard is no number of a person: colleagues would become one. */
const isOfCompany = (kind: string | null | undefined): boolean => kind === 'work_hq'

/** The first that is the person's own. */
export const phoneIn = (numbers: z.output<typeof Numbers> | null | undefined): string | null =>
  numbers?.flatMap(({ sanitized_number: clean, raw_number: raw, type, type_cd: typeCode }) =>
    isOfCompany(type) || isOfCompany(typeCode) ? [] : clean?.trim() || raw?.trim() || [],
  )[0] ?? null

export const PhoneNumbers = Numbers

/** What Apollo posts to `webhook_url` when it has looked for mobile numbers (https://docs.apollo.io/docs/retrieve-mobile-phone-numbers-for-contacts). */
export const readApolloNumbers = (sent: unknown): readonly LateNumber[] | null => {
  const told = Told.safeParse(sent)
  if (!told.success) return null
  return told.data.people.flatMap((person) => (person ? [{ id: person.id, phone: phoneIn(person.phone_numbers) }] : []))
}
