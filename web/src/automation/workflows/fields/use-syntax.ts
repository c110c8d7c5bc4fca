import { useEffect, useState } from 'react'
import type * as Syntax from './syntax.ts'

let loaded: typeof Syntax | undefined

/** What is wrong with the writing of an expression, at once; the reader of expressions is fetched with the first field that takes one. */
export const useSyntaxFault = (text: string, isBare: boolean): string | null => {
  const [syntax, setSyntax] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    import('./syntax.ts').then(
      (library) => {
        loaded = library
        setSyntax(library)
      },
      // The server checks it as well.
      () => {},
    )
  }, [])
  return syntax?.syntaxFault(text, isBare) ?? null
}
