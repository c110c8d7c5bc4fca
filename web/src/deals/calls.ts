import { notifications } from '@mantine/notifications'
import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../gateway.ts'
import { adviceOn } from '../parts/error-note.tsx'
import type { ActionName } from '../wire.ts'
import { words } from './messages.ts'

export type StageKind = 'open' | 'won' | 'lost'

export interface Deal {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly stage: { readonly id: string; readonly slug: string; readonly name: string; readonly kind: StageKind }
  readonly pipeline_id: string
  readonly state: 'open' | 'won' | 'lost' | 'linked'
  readonly kind: string
  readonly contact: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
  }
  readonly company: { readonly id: string; readonly name: string } | null
  readonly business_name: string | null
  readonly industry: string | null
  readonly value_minor: number | null
  readonly currency: string | null
  readonly assigned_to: string | null
  readonly assigned_name: string | null
  readonly assigned_because: Readonly<Record<string, unknown>> | null
  readonly rank: string
  readonly lost_reason: string | null
  readonly prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
  readonly response: { readonly due_at: string | null; readonly responded_at: string | null }
  readonly next_task: {
    readonly id: string
    readonly kind: string
    readonly title: string
    readonly due_at: string | null
  } | null
  readonly lead_id: string | null
  readonly stage_since: string
  readonly created_at: string
  readonly closed_at: string | null
}

export type TaskKind = 'next_action' | 'wait' | 'call_back'

export interface Task {
  readonly id: string
  readonly kind: TaskKind
  readonly title: string
  readonly due_at: string | null
  readonly assigned_to: string | null
  readonly assigned_name: string | null
  readonly deal: { readonly id: string; readonly name: string } | null
  readonly contact: { readonly id: string; readonly name: string | null } | null
  readonly cause: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly done_at: string | null
  readonly outcome: string | null
}

export interface Fact {
  readonly id: string
  readonly field: string
  readonly value: string
  readonly state: string
  readonly source: string
  readonly model: string | null
  readonly at: string
  readonly person: { readonly id: string; readonly name: string | null } | null
}

interface Person {
  readonly id: string
  readonly name: string | null
}

export interface ShownDeal {
  readonly deal: Deal & {
    readonly asked: { readonly problem?: string; readonly users?: string; readonly features?: readonly string[] } | null
    readonly prd: string | null
    readonly prd_model: string | null
    readonly prd_at: string | null
  }
  readonly moves: readonly {
    readonly id: string
    readonly from: { readonly name: string } | null
    readonly to: { readonly name: string }
    readonly person: Person | null
    readonly cause: string
    readonly why: string | null
    readonly at: string
  }[]
  readonly assignments: readonly {
    readonly id: string
    readonly person: Person | null
    readonly because: Readonly<Record<string, unknown>>
    readonly by: Person | null
    readonly at: string
  }[]
  readonly tasks: readonly Task[]
  readonly facts: readonly Fact[]
}

export interface Stage {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly kind: StageKind
  readonly position: number
}

export interface BoardStage extends Stage {
  readonly count: number
  readonly sums: readonly { readonly currency: string; readonly minor: number }[]
  readonly deals: readonly Deal[]
  readonly next_cursor: string | null
}

export interface Board {
  readonly pipeline: { readonly id: string; readonly name: string }
  readonly pipelines: readonly { readonly id: string; readonly name: string }[]
  readonly stages: readonly BoardStage[]
}

export interface Pipeline {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly stages: readonly (Stage & { readonly deals: number; readonly open_deals: number })[]
}

export interface Turn {
  readonly person: { readonly id: string; readonly name: string }
  readonly turns: number
  readonly last_turn_at: string | null
  readonly away_from: string | null
  readonly away_until: string | null
  readonly is_eligible: boolean
}

export interface ResponseTimes {
  readonly target_minutes: number
  readonly median_minutes: number | null
  readonly answered: number
  readonly waiting: number
  readonly worst: {
    readonly kind: 'deal' | 'lead'
    readonly id: string
    readonly name: string
    readonly waiting_since: string
    readonly assigned_name: string | null
  } | null
  readonly by_person: readonly {
    readonly person: { readonly id: string; readonly name: string }
    readonly answered: number
    readonly median_minutes: number | null
    readonly waiting: number
  }[]
}

/** What the server takes and answers, by the name of the action. */
interface Calls {
  'show-board': { input: { pipelineId?: string; assignedTo?: string; search?: string }; output: Board }
  'list-stage-deals': {
    input: { stageId: string; assignedTo?: string; search?: string; cursor?: string; limit?: number }
    output: { deals: Deal[]; next_cursor: string | null }
  }
  'show-deal': { input: { dealId: string }; output: ShownDeal }
  'create-deal': {
    input: {
      contactId?: string
      leadId?: string
      client?: { name: string; email?: string; phone?: string }
      name: string
      pipelineId?: string
      stageId?: string
      valueMinor?: number
      currency?: string
    }
    output: { deal: Deal }
  }
  'update-deal': {
    input: { dealId: string; name?: string; businessName?: string | null; valueMinor?: number | null; currency?: string | null }
    output: { deal: Deal }
  }
  'move-deal': {
    input: {
      dealId: string
      stageId: string
      beforeDealId?: string
      afterDealId?: string
      why?: string
      lostReason?: string
    }
    output: { success: boolean; deal: Deal }
  }
  'assign-deal': { input: { dealId: string; userId: string | null; reason?: string }; output: { deal: Deal } }
  'list-pipelines': { input: Record<never, never>; output: { pipelines: Pipeline[] } }
  'save-pipeline': {
    input: {
      pipelineId?: string
      name: string
      isDefault?: boolean
      stages: { id?: string; name: string; kind: StageKind }[]
    }
    output: { pipeline: Pipeline }
  }
  'archive-pipeline': { input: { pipelineId: string }; output: unknown }
  'list-tasks': {
    input: {
      assignedTo?: string
      dealId?: string
      contactId?: string
      done?: boolean
      cursor?: string
      limit?: number
    }
    output: { tasks: Task[]; next_cursor: string | null }
  }
  'add-task': {
    input: { dealId?: string; contactId?: string; kind: TaskKind; title: string; dueAt?: string; assignedTo?: string }
    output: { task: Task }
  }
  'complete-task': {
    input: { taskId: string; outcome?: string; next?: { kind: TaskKind; title: string; dueAt?: string } }
    output: unknown
  }
  'list-turns': { input: Record<never, never>; output: { turns: Turn[] } }
  'set-absence': { input: { userId: string; from?: string; until?: string; here?: true }; output: unknown }
  'show-response-times': { input: Record<never, never>; output: ResponseTimes }
}

type Name = keyof Calls
const ask = <N extends Name>(name: N, input: Calls[N]['input'], signal?: AbortSignal): Promise<Calls[N]['output']> =>
  call(name as unknown as ActionName, input as never, signal ? { signal } : {}) as Promise<unknown> as Promise<
    Calls[N]['output']
  >

/** What an action answers, under its name and input: the live line knows it by them. */
const answer = <N extends Name>(name: N, input: Calls[N]['input']) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => ask(name, input, signal) })

/** What the board is narrowed to. */
export interface Narrowed {
  readonly assignedTo?: string
  readonly search?: string
}

export const useBoard = (input: Calls['show-board']['input']) =>
  useQuery({ ...answer('show-board', input), placeholderData: keepPreviousData })
export const useDeal = (dealId: string) => useQuery(answer('show-deal', { dealId }))
export const usePipelines = () => useQuery(answer('list-pipelines', {}))
export const useTurns = () => useQuery(answer('list-turns', {}))
export const useResponseTimes = () => useQuery(answer('show-response-times', {}))

/** A page of a column after the ones that came with the board. */
export const fetchMore = (input: Calls['list-stage-deals']['input']): Promise<Calls['list-stage-deals']['output']> =>
  ask('list-stage-deals', input)

/** Tasks, the one that is due first on top; any of them can be done at any time, so all that is loaded is read again. */
export const useTasks = (input: Omit<Calls['list-tasks']['input'], 'cursor'>) =>
  useInfiniteQuery({
    queryKey: ['list-tasks', input],
    queryFn: ({ pageParam, signal }) =>
      ask('list-tasks', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })

const roots = [
  'show-board',
  'show-deal',
  'list-deals',
  'list-tasks',
  'list-timeline',
  'list-pipelines',
  'list-turns',
  'show-response-times',
]

/** Calls an action that changes something of a deal; whatever shows one is read again, after a refusal too. */
export const useDealChange = <N extends Name>(name: N) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Calls[N]['input']) => ask(name, input),
    onSettled: () => Promise.all(roots.map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
}

export const say = (message: string): void =>
  void notifications.show({ message, closeButtonProps: { 'aria-label': words.close } })

export const sayFailure = (error: unknown, title: string): void =>
  void notifications.show({
    color: 'red',
    title,
    message: adviceOn(error),
    closeButtonProps: { 'aria-label': words.close },
  })
