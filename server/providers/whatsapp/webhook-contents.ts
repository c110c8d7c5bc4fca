import { z } from 'zod'
import type { MessagingNews } from '#ports/messaging.ts'
import { digits } from './contents.ts'

/** What a webhook says, while it is read. */
export type WritableNews = { -readonly [Name in keyof MessagingNews]: MessagingNews[Name][number][] }
export interface Place {
  readonly businessAccountId: string | null
  /** For finding what could not be processed. */
  readonly where: string
}

/** Whose a body is, is found by the numbers in it, whatever is said of them. */
export const recordNumber = (
  news: WritableNews,
  { phoneNumberId, businessAccountId }: { readonly phoneNumberId: string; readonly businessAccountId: string | null },
  shownAs: string | null | undefined,
): void => {
  if (news.numbers.some((known) => known.phoneNumberId === phoneNumberId)) return
  news.numbers.push({ phoneNumberId, businessAccountId, displayNumber: digits(shownAs?.replace(/[\s()+-]/g, '')) })
}

/** Seconds since 1970. */
export const Timestamp = z.union([z.string().regex(/^\d{1,12}$/), z.int().min(0).max(999_999_999_999)])
export const timeOf = (timestamp: z.infer<typeof Timestamp>): Date => new Date(Number(timestamp) * 1_000)
