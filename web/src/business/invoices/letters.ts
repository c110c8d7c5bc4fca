import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Coverage, findMissing, tidyText, unpackRanges } from '#shapes/letters.ts'
import { read } from '#web/gateway.ts'
import { strings } from './strings.ts'

/** Which letters a PDF can show; null until that is known, when the server alone refuses. */
export const useLetters = (): Coverage | null => {
  const { data } = useQuery({ ...read('show-letters', {}), staleTime: 60_000 })
  return useMemo(() => (data ? { fonts: data.fonts.map(unpackRanges), addable: data.addable } : null), [data])
}

/** The first letter of a text that a PDF could not show, as a sentence for its field. */
export const unshownLetter = (text: string, coverage: Coverage | null): string | undefined => {
  const [missing] = coverage === null ? [] : findMissing(tidyText(text), coverage, 1)
  if (!missing) return undefined
  const { letter, codes, isUnseen, fonts } = missing
  const [font, other] = fonts
  if (isUnseen) return strings.letterUnseen(codes)
  if (font === undefined) return strings.letterMissing(letter, codes)
  return strings.letterAddable(letter, font, other ?? null)
}
