import { z } from 'zod'

const text = (longest: number) => z.string().trim().max(longest).nullish()

/** A typical lead route that validates the shape and nothing else. */
export const Lead = z.object({
  email: z.email().nullish(),
  phone: text(64),
  name: text(255),
  company: text(255),
  title: text(255),
  source: text(64),
  external_id: text(255),
  note: text(10_000),
  linkedin_url: z.url().nullish(),
  consent: z.object({ basis: text(64), source: text(64), obtained_at: z.iso.date().nullish() }).nullish(),
})
