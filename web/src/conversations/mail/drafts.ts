import type { StoredFile } from '../email-files/use-email-files.ts'

/** An email that is being written, and what it begins with. */
export interface Draft {
  /** By which it is kept in this browser: one for new emails of a mailbox, one for each mail that is answered. */
  readonly key: string
  readonly title: string
  readonly values: DraftValues
  /** The mail that it answers. */
  readonly answers: string | null
  /** What stands below the text that is typed. */
  readonly quotedHtml: string
  /** The mail whose files go along with it. */
  readonly filesOf: string | null
}

export interface DraftValues {
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly text: string
  readonly isTracked: boolean
  /** Those that are here. */
  readonly files: readonly StoredFile[]
}

const nameOf = (key: string): string => `foyer-email ${key}`

/** What was typed before the window was closed, or the page left; else what the draft begins with. */
export const draftOf = ({ key, values }: Draft): DraftValues => {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null') as Partial<DraftValues> | null
    return kept ? { ...values, ...kept } : values
  } catch {
    return values
  }
}

export const keepDraft = (key: string, values: DraftValues): void => {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(values))
  } catch {
    // Without storage it is kept as long as the window is open.
  }
}

export const clearDraft = (key: string): void => {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // There is nothing to remove.
  }
}
