import { isId, textIn } from '#web/ui/route-params.ts'

/** What the address of the mail page says: which mailbox, and which of its folders. */
export interface MailSearch {
  readonly box?: string
  readonly folder?: string
  /** The draft that is written on. */
  readonly draft?: string
  /** To whom a new email is begun. */
  readonly to?: string
}

/** Reads the search of an address, which may be mistyped. */
export const readMailSearch = (search: Record<string, unknown>): MailSearch => ({
  ...textIn('box', search.box),
  ...textIn('folder', search.folder),
  ...(isId(search.draft) ? { draft: search.draft } : {}),
  ...textIn('to', search.to),
})
