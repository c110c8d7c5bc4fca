import type { EmailDetail, EmailDraftDetail, EmailDraftKind, Input } from '#web/wire.ts'
import type { StoredFile } from '../email-files/use-email-files.ts'

/** An email that is being written, and what it begins with. */
export interface Draft {
  /** Of the window that it is written in: the server knows by it which saves are this one's. */
  readonly windowId: string
  readonly kind: EmailDraftKind
  /** The mail that it answers or passes on. */
  readonly mailId: string | null
  /** That mail is not in the mailbox any more. */
  readonly isOrphan: boolean
  readonly values: DraftValues
  /** What stands below the text that is typed. */
  readonly quotedHtml: string
  /** As the server has it; null until its first save. */
  readonly saved: SavedDraft | null
}

export interface SavedDraft {
  readonly id: string
  readonly version: number
}

export interface DraftValues {
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly text: string
  readonly isTracked: boolean
  readonly isSigned: boolean
  /** The files of the mail that it passes on are still to be fetched. */
  readonly takesFiles: boolean
  /** Those that are here. */
  readonly files: readonly StoredFile[]
}

/** What a save sends, but for the version. */
export type DraftContent = Omit<Input<'save-email-draft'>, 'draftId' | 'version' | 'windowId'>

/** The mail that it answers, for `send-email`; one that is passed on answers none. */
export const answeredBy = ({ kind, mailId, isOrphan }: Draft): string | null =>
  isOrphan || (kind !== 'reply' && kind !== 'reply_all') ? null : mailId

export const contentOf = ({ kind, mailId }: Draft, values: DraftValues): DraftContent => ({
  ...{ userEmail: values.from, kind, to: values.to, cc: values.cc, bcc: values.bcc },
  ...{ subject: values.subject, text: values.text, tracked: values.isTracked, signed: values.isSigned },
  ...{ takesFiles: values.takesFiles, files: values.files.map(({ id }) => id) },
  ...(mailId !== null && { answers: mailId }),
})

/** A draft of the server, written on in a window of this page. `mail` is the one that it answers or passes on, where that is there. */
export const storedDraft = (draft: EmailDraftDetail, mail: EmailDetail | null, quotedHtml: string): Draft => ({
  ...{ windowId: crypto.randomUUID(), kind: draft.kind, mailId: draft.email_id, quotedHtml },
  isOrphan: draft.email_id !== null && mail === null,
  saved: { id: draft.id, version: draft.version },
  values: {
    ...{ from: draft.from, to: draft.to, cc: draft.cc, bcc: draft.bcc, subject: draft.subject, text: draft.text },
    ...{ isTracked: draft.tracked, isSigned: draft.signed, takesFiles: draft.takes_files && mail !== null },
    // One that did not arrive whole is sent again.
    files: draft.files.filter(({ bytes, received_bytes }) => bytes === received_bytes),
  },
})

/** Where one goes on writing: an answer begins with its letter, a mail that is passed on with whom it is to. */
export const fieldToWrite = ({ to, subject }: DraftValues): 'to' | 'subject' | 'text' =>
  to.trim() === '' ? 'to' : subject.trim() === '' ? 'subject' : 'text'

// What could not be saved yet is kept in this browser, so that a page that is left in a tunnel loses nothing.

interface Unsaved {
  readonly version: number
  readonly values: DraftValues
}

const nameOf = ({ kind, mailId }: Draft, saved: SavedDraft | null): string =>
  `foyer-email ${saved?.id ?? `${kind} ${mailId ?? ''}`}`

/** What was typed and not saved before the page was left, if nothing else was saved since; else what the draft begins with. */
export const beginningOf = (draft: Draft): { readonly values: DraftValues; readonly isUnsaved: boolean } => {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(draft, draft.saved)) ?? 'null') as Unsaved | null
    if (kept && kept.version === (draft.saved?.version ?? 0))
      return { values: { ...draft.values, ...kept.values }, isUnsaved: true }
  } catch {
    // Without storage there is only what the server has.
  }
  return { values: draft.values, isUnsaved: false }
}

export const keepUnsaved = (draft: Draft, saved: SavedDraft | null, values: DraftValues): void => {
  try {
    const unsaved: Unsaved = { version: saved?.version ?? 0, values }
    localStorage.setItem(nameOf(draft, saved), JSON.stringify(unsaved))
  } catch {
    // Without storage it is kept as long as the window is open.
  }
}

export const clearUnsaved = (draft: Draft, saved: SavedDraft | null): void => {
  try {
    localStorage.removeItem(nameOf(draft, saved))
  } catch {
    // There is nothing to remove.
  }
}
