import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { ActionName, Input, Output } from '#web/wire.ts'
import { strings } from './call-strings.ts'

export type Calling = Output<'show-calling'>

/** Whether and how people can be called. It changes seldom, and stands on many pages. */
export const useCalling = () => useQuery({ ...read('show-calling', {}), staleTime: 60_000 })

/** Calls an action that changes how calls go; whatever shows that is read again. */
export const useCallingChange = <Name extends ActionName>(name: Name, onDone?: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () => {
      onDone?.()
      return Promise.all(
        [['show-calling'], ['show-workspace'], ['list-connections']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
  })
}

/**
 * Opens the sandbox's page that places the call. The tab is opened before anything is awaited: later, browsers block
 * it as a pop-up.
 */
export const callInSandbox = async (callingPage: string, identity: string, number: string): Promise<void> => {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  try {
    const { token } = await call('get-voice-token', { identity })
    const address = `${callingPage}?${new URLSearchParams({ to: number, token })}`
    if (tab) tab.location.href = address
    else location.href = address
  } catch (error) {
    tab?.close()
    sayFailure(error, strings.callFailed)
  }
}
