import type { Metrics } from '#core/metrics.ts'
import type { Going } from './course.ts'

/** Counts what is being written of runs. */
export const countRuns = (metrics: Metrics, written: readonly Going[]): void => {
  for (const { ending, pause, steps, effects } of written) {
    if (ending) metrics.workflowRuns.inc({ state: ending.state })
    else if (pause) metrics.workflowRuns.inc({ state: 'paused' })
    const failed = steps.filter(({ state }) => state === 'failed').length
    if (failed > 0) metrics.workflowStepsFailed.inc(failed)
    const uncertain = effects.filter(({ state }) => state === 'uncertain').length
    if (uncertain > 0) metrics.workflowEffectsUncertain.inc(uncertain)
  }
}
