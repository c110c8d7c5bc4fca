/** `1, 3-5` as page numbers; empty for all. Null where it is neither. */
export const readPages = (typed: string): number[] | null => {
  const pages = new Set<number>()
  for (const part of typed.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, from = '', to = from] = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (from === '' || first < 1 || last < first || last - first >= 300) return null
    for (let page = first; page <= last; page++) pages.add(page)
  }
  return [...pages].sort((a, b) => a - b)
}
