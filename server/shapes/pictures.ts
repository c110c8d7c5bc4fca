/** Pictures that browsers show without running anything; SVG is a document, and none of them. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** What bytes are by how they begin, whatever their sender calls them; null for everything else. */
export const pictureTypeOf = (content: Buffer): PictureType | null => {
  const begins = content.subarray(0, 12).toString('latin1')
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(begins)) return 'image/gif'
  return /^RIFF[\s\S]{4}WEBP/.test(begins) ? 'image/webp' : null
}
