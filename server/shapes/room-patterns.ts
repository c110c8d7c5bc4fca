/** An https address whose path has `{id}`, which each room replaces by its own: never the host, nor what stands before it. */
export const isRoomPattern = (pattern: string): boolean => {
  const url = URL.parse(pattern)
  return url?.protocol === 'https:' && url.username === '' && /^https:\/\/[^/?#{}]+[/?#].*\{id\}/i.test(pattern)
}
