/** Text of files of strangers that are no PDFs. Reading runs apart from the server: a page can be made so that it takes for ever. */

/** What a file may be at most; a process that reads for longer is ended. */
export const fileTextBounds = { bytes: 25 * 2 ** 20, ms: 20_000 } as const

/** In no encoding that is known, or with characters that cannot be stored; or longer than was asked for. */
export type FileTextFault = 'unreadable' | 'too_long'

export class FileTextRefused extends Error {
  readonly fault: FileTextFault
  constructor(fault: FileTextFault) {
    super(`the text of the file is not taken: ${fault}`)
    this.fault = fault
  }
}

/** It took longer, or more memory, than a reasonable file. */
export class FileTextLate extends Error {}

/** Each provider keeps the promises of file-texts.test.ts. Workspaces take turns: `workspace` is whose work it is. */
export interface FileTexts {
  /**
   * A file as text, its lines ended by \n: in UTF-8 or UTF-16 where the bytes say so, else in what statistics take it for. A page (`html`)
   * keeps its headings, as Markdown has them; scripts, styles, navigation and footers go. Throws `FileTextRefused` and `FileTextLate`.
   */
  read(
    file: { readonly kind: 'text' | 'html'; readonly bytes: Buffer; readonly mostCharacters: number },
    workspace: string,
  ): Promise<string>
  close(): Promise<void>
}
