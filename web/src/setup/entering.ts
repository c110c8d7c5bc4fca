import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetSession, openSession } from '../gateway.ts'

/** Something that ends with a session (signing in, using a link), and then the app. */
export const useEnter = <Values>(act: (values: Values) => Promise<unknown>, next?: string) => {
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async (values: Values) => {
      await act(values)
      forgetSession()
      queries.clear()
      await openSession()
      if (next) router.history.replace(next)
      else await router.navigate({ to: '/leads', replace: true })
    },
  })
}
