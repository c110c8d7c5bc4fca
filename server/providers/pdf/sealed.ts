// The server itself fills the hole, when an authority has answered: nothing here loads a library.

/** A seal as far as it is made without asking anyone. */
export interface Sealed {
  /** Whole, but for the value of /Contents, which is noughts. */
  readonly pdf: Buffer
  /** Where the hexadecimal digits go, and how many bytes they may stand for. */
  readonly hole: { readonly from: number; readonly room: number }
  readonly attributes: Buffer
  readonly signature: Buffer
}

/** Fills the hole. */
export const endSeal = ({ pdf, hole }: Sealed, contents: Buffer): Buffer => {
  if (contents.length > hole.room) throw new Error(`a signature of ${contents.length} bytes, with room for ${hole.room}`)
  const sealed = Buffer.from(pdf)
  sealed.write(contents.toString('hex'), hole.from, 'latin1')
  return sealed
}
