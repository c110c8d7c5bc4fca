/** Where a document differs from its template, line by line: as many lines as both have. */
export const changedLines = (before: readonly string[], after: readonly string[]) =>
  before
    .flatMap((was, at) => {
      const is = after[at] ?? ''
      return was === is ? [] : [{ line: at + 1, was: was.slice(0, 500), is: is.slice(0, 500) }]
    })
    .slice(0, 500)
