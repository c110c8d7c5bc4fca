/** What no mail of a person exceeds. Gmail takes 25 MB in and 50 MB from elsewhere. */
export const mailBounds = {
  bytes: 50 * 1024 * 1024,
  headerBytes: 512 * 1024,
  headers: 1_000,
  parts: 1_000,
  depth: 40,
  addresses: 1_000,
  /** Of text and of HTML each, in characters. The raw mail has the rest. */
  textLength: 5 * 1024 * 1024,
} as const

/** Why a mail could not be read as it should be. Whatever could be read is there all the same. */
export type BrokenMail =
  | 'empty'
  | 'too_large'
  | 'too_many_parts'
  | 'too_deep'
  | 'headers_too_large'
  | 'no_headers'
  | 'no_sender'
  | 'no_parts'
  | 'cut_off'
  | 'unreadable'

/** Where the headers end, and the body begins. */
export const headEndOf = (bytes: Buffer): number => {
  const first = bytes.indexOf('\n\r\n')
  // Of a mail with usual line ends nothing behind the headers is looked at.
  const bare = (first < 0 ? bytes : bytes.subarray(0, first)).indexOf('\n\n')
  const end = bare < 0 ? first : bare
  return end < 0 ? bytes.length : end + 1
}

/** So many lines that begin with two hyphens are ordinary: only beyond them are delimiters looked for. */
const ordinaryDashes = 500

/** Whether a mail has more parts than a person would read: each would cost the parser a kilobyte, three bytes of mail a part. */
export const hasTooManyParts = (bytes: Buffer): boolean => {
  const starts: number[] = []
  for (let at = bytes.indexOf('\n--'); at >= 0; at = bytes.indexOf('\n--', at + 1)) {
    starts.push(at + 3)
    if (starts.length > 200_000) return true
  }
  if (starts.length <= ordinaryDashes) return false
  const boundaries = new Set(
    [...bytes.toString('latin1').matchAll(/boundary\*?\d*\*?\s*=\s*(?:"([^"\r\n]{1,250})"|([^\s;"]{1,250}))/gi)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  )
  if (boundaries.size > mailBounds.depth * 5) return true
  // Longest first: what begins with it counts once.
  const known = [...boundaries].map((text) => Buffer.from(text, 'latin1'))
  let parts = 0
  for (const start of starts)
    if (known.some((each) => bytes.subarray(start, start + each.length).equals(each)) && ++parts > mailBounds.parts) return true
  return false
}
