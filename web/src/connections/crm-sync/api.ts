import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, read } from '#web/gateway.ts'
import { useChanges } from '#web/live.ts'
import { useSession } from '#web/session.ts'
import type { Input, Output } from '#web/wire.ts'

export type ShownSync = Output<'crm-sync-status'>
export type ShownHistory = Output<'crm-sync-history'>
export type ShownMapping = Output<'show-crm-mapping'>
export type SyncSettings = NonNullable<ShownHistory['settings']>

export const useCrms = () => {
  const { organization } = useSession()
  return useQuery(read('crm-connections', { orgId: organization.id }))
}

/** The last 20 syncs of a connection, newest first, and what is chosen for it. */
export const useSyncs = (connectionId: string) => {
  const { organization } = useSession()
  return useQuery(read('crm-sync-history', { orgId: organization.id, connectionId, limit: 20 }))
}

export const useSync = (jobId: string | undefined) => {
  const { organization } = useSession()
  return useQuery({
    ...read('crm-sync-status', { orgId: organization.id, jobId: jobId ?? '' }),
    enabled: jobId !== undefined,
  })
}

/** The fields and the stages of a CRM: asks the CRM itself, which takes a moment and some of its limits. */
export const useMapping = (connectionId: string) => {
  const { organization } = useSession()
  return useQuery({
    ...read('show-crm-mapping', { orgId: organization.id, connectionId }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}

/** How many conflicts of a connection wait for a decision. */
export const useConflictCount = (connectionId: string): number =>
  useQuery(read('list-crm-conflicts', { connectionId, limit: 1 })).data?.count ?? 0

const syncQueries = ['crm-sync-history', 'crm-sync-status', 'list-crm-conflicts']
/** A decision changes the record itself, too. */
const crmQueries = [...[...syncQueries, 'crm-connections', 'show-crm-record'], ...['show-contact', 'show-company', 'show-deal']]

type CrmAction =
  | 'crm-start-sync'
  | 'cancel-sync'
  | 'resume-sync'
  | 'undo-sync'
  | 'save-crm-mapping'
  | 'decide-crm-conflict'
  | 'pin-crm-value'
  | 'crm-init-oauth'
  | 'crm-save-api-key'
  | 'crm-disconnect'

/** Calls an action about a CRM; what shows CRMs and their syncs is read again. */
export const useCrmChange = <Name extends CrmAction>(name: Name, onDone?: (output: Output<Name>) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: (output) => {
      onDone?.(output)
      return Promise.all(crmQueries.map((root) => queries.invalidateQueries({ queryKey: [root] })))
    },
  })
}

/** A running sync wakes the page several times a second; it is read again this far apart. */
const pauseMs = 1_500

/** Reads syncs and conflicts again as they move. */
export const useFreshSyncs = (): void => {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastMs = useRef(0)
  useChanges(['crm.sync_changed', 'crm.sync_finished'], () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        lastMs.current = Date.now()
        for (const root of syncQueries) void queries.invalidateQueries({ queryKey: [root] })
      },
      Math.max(0, lastMs.current + pauseMs - Date.now()),
    )
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
