import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, foyer, read } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'
import { drawLogo } from './draw-logo.ts'

export const useBusiness = () => useQuery(read('show-business', {}))
export const useNumbering = () => useQuery(read('show-invoice-numbering', {}))

/** Saves the details, and the numbering where that changed; what failed is said, and what was saved stays. */
export const useSaveBusiness = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: {
      readonly business: Input<'save-business'>
      readonly numbering: Input<'save-invoice-numbering'> | null
    }) => {
      const { business } = await call('save-business', input.business)
      const saved = input.numbering && (await call('save-invoice-numbering', input.numbering))
      return { business, numbering: saved?.numbering ?? null }
    },
    onSettled: () =>
      Promise.all(
        [['show-business'], ['show-invoice-numbering'], ['show-workspace']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Uploads a picture as a logo; it shows nowhere until the form is saved. */
export const useUploadLogo = () => useMutation({ mutationFn: async (file: File) => foyer.uploadLogo(await drawLogo(file)) })
