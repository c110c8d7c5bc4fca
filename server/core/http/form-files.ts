/** The first file in the body of a form (`multipart/form-data`, RFC 7578); null where there is none, or the body is not whole. */
export const fileInForm = (body: Buffer, contentType: string): Buffer | null => {
  const [, quoted, bare] = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return null
  const delimiter = `\r\n--${boundary}`
  // The first delimiter has no line before it.
  for (let at = body.indexOf(`--${boundary}\r\n`, 0, 'latin1'); at >= 0; ) {
    const from = at + delimiter.length - (body[at] === 0x0d ? 0 : 2) + 2
    const head = body.indexOf('\r\n\r\n', from, 'latin1')
    const end = head < 0 ? -1 : body.indexOf(delimiter, head + 4, 'latin1')
    if (end < 0) return null
    const isFile = /^content-disposition:[^\r\n]*;\s*filename\*?=/im.test(
      body.toString('latin1', from, Math.min(head, from + 4_096)),
    )
    if (isFile) return body.subarray(head + 4, end)
    at = body.toString('latin1', end + delimiter.length, end + delimiter.length + 2) === '\r\n' ? end : -1
  }
  return null
}
