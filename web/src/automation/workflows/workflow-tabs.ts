import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { WorkflowShown } from './editor/use-draft.ts'
import { strings } from './strings.ts'

export interface WorkflowTabProps {
  readonly shown: WorkflowShown
  /** The draft of a colleague that is open. */
  readonly draftId: string | undefined
}

export interface WorkflowTab {
  /** In the address: `?tab=versions`. The first stands without. */
  readonly id: string
  readonly name: string
  readonly Tab: LazyExoticComponent<ComponentType<WorkflowTabProps>>
}

/** The views of one workflow, in their order. Each is loaded when it is opened. */
export const workflowTabs: readonly WorkflowTab[] = [
  {
    id: 'editor',
    name: strings.tab.editor,
    Tab: lazy(async () => ({ default: (await import('./editor/editor.tsx')).Editor })),
  },
  {
    id: 'rehearsal',
    name: strings.tab.rehearsal,
    Tab: lazy(async () => ({ default: (await import('./rehearsal/rehearsal-tab.tsx')).RehearsalTab })),
  },
  {
    id: 'runs',
    name: strings.tab.runs,
    Tab: lazy(async () => ({ default: (await import('../runs/workflow-runs.tsx')).WorkflowRuns })),
  },
  {
    id: 'versions',
    name: strings.tab.versions,
    Tab: lazy(async () => ({ default: (await import('./versions.tsx')).Versions })),
  },
]
