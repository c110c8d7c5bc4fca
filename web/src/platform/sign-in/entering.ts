import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetSession, isSignedOut, openSession } from '#web/gateway.ts'
import { settleLanguage } from '#web/own-language.ts'
import { loadInside } from '#web/shell/root.ts'

/** Into the app, with the session that the cookie stands for now; nothing of another one is left. */
const useEntrance = (next?: string) => {
  const queries = useQueryClient()
  const router = useRouter()
  return async (): Promise<void> => {
    forgetSession()
    queries.clear()
    void loadInside().catch(() => {}) // the router says what is wrong, once it needs it
    if (settleLanguage(await openSession(), { isSignIn: true, next: next ?? '/' })) await new Promise(() => {})
    if (next) router.history.replace(next)
    else await router.navigate({ to: '/', replace: true })
  }
}

/** Something that ends with a session (signing in, using a link), and then the app. An act that answers `stay` is not there yet. */
export const useEnter = <Values>(act: (values: Values) => Promise<unknown>, next?: string) => {
  const enter = useEntrance(next)
  return useMutation({
    mutationFn: async (values: Values) => {
      if ((await act(values)) !== 'stay') await enter()
    },
  })
}

/**
 * The same for a link, which is used up by then: with a second factor it opens no session, and the user signs in.
 * The answer says whether it came to that.
 */
export const useEnterByLink = <Values>(act: (values: Values) => Promise<unknown>) => {
  const enter = useEntrance()
  return useMutation({
    mutationFn: async (values: Values): Promise<'entered' | 'sign-in'> => {
      await act(values)
      try {
        await enter()
        return 'entered'
      } catch (error) {
        if (isSignedOut(error)) return 'sign-in'
        throw error
      }
    },
  })
}
