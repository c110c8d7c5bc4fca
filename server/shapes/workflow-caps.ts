/** What a workflow, a run of it, and the runs of a workspace may come to at most: the operator’s, `WORKFLOW_…` in the configuration. */
export interface WorkflowCaps {
  /** Of a definition. */
  readonly nodes: number
  readonly definitionBytes: number
  readonly branches: number
  readonly items: number
  /** Of a run. */
  readonly steps: number
  readonly outputBytes: number
  readonly runBytes: number
  /** Workflows that start each other by steps. */
  readonly depth: number
  /** Of a workspace. */
  readonly openRuns: number
  /** 0: as many as come. */
  readonly runsAMonth: number
  /** Of a workflow; more begin later. */
  readonly startsAMinute: number
  /** Of a worker: steps that do something outside, at once. A workspace has half of them at most. */
  readonly stepsAtOnce: number
}

/** Decisions, "Caps". */
export const usualCaps: WorkflowCaps = {
  ...{ nodes: 200, definitionBytes: 262_144, branches: 20, items: 1_000 },
  ...{ steps: 1_000, outputBytes: 262_144, runBytes: 1_048_576, depth: 5 },
  ...{ openRuns: 100_000, runsAMonth: 0, startsAMinute: 1_000, stepsAtOnce: 32 },
}

/** The largest that an operator may choose: what shapes and pages are made for. */
export const highestCaps = {
  ...{ nodes: 1_000, definitionBytes: 1_048_576, branches: 50, items: 10_000 },
  ...{ steps: 100_000, outputBytes: 4_194_304, runBytes: 16_777_216, depth: 10 },
  ...{ openRuns: 10_000_000, runsAMonth: 100_000_000, startsAMinute: 100_000, stepsAtOnce: 256 },
} as const satisfies WorkflowCaps
