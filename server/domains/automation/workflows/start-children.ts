import type { Db } from '#core/context.ts'
import { digestId } from '#core/ids.ts'
import type { Going } from './course.ts'
import { keyOf, placeKey } from './progress.ts'
import { answerParents } from './run-endings.ts'
import { insertRuns, type Start } from './runs.ts'
import { findPublished } from './starts.ts'

/** Starts what steps of runs start, in the transaction in which the steps begin to wait. One that cannot be started fails the step. */
export const startChildren = async (db: Db, orgId: string, goings: readonly Going[]): Promise<void> => {
  const wanted = goings.flatMap((going) => going.starts.map((child) => ({ going, child })))
  if (wanted.length === 0) return
  const published = await findPublished(db, orgId, [...new Set(wanted.map(({ child }) => child.workflowId))])
  const starts: Start[] = []
  const refused: { child: string; answer: unknown }[] = []
  for (const { going, child } of wanted) {
    const { run } = going
    const version = published.get(child.workflowId)
    const refusal =
      version?.triggerKind !== 'request'
        ? { code: 'workflow_not_published', message: 'The workflow that the step starts is not published.' }
        : run.depth >= going.course.caps.depth
          ? { code: 'too_deep', message: `Workflows start each other more than ${going.course.caps.depth} deep.` }
          : null
    if (refusal || !version) {
      refused.push({ child: child.id, answer: { outlet: 'error', output: { error: refusal } } })
      continue
    }
    starts.push({
      id: child.id,
      workflowId: child.workflowId,
      version: version.version,
      // With the fence: a run that goes on after it failed starts it once more.
      startKey: `run:${run.id}:${keyOf(child.path, child.node)}:${run.fence}`,
      trigger: { kind: 'request', at: going.course.now.toISOString(), input: child.input },
      subject: run.subject_kind && run.subject_id ? { kind: run.subject_kind, id: run.subject_id } : null,
      parentId: run.id,
      // The same for a replay of its parent: what had left by it stays done.
      rootId: digestId(`${run.root_id} ${keyOf(child.path, child.node)}${anewOf(going, child)}`),
      causes: [{ run: run.id, workflow: run.workflow_id }, ...run.causes],
    })
  }
  await insertRuns(db, orgId, starts)
  await answerParents(db, orgId, refused)
}

/** Where a person had all of it done once more. */
const anewOf = ({ course }: Going, child: { readonly node: string; readonly path: string }): string => {
  const count = course.progress.anew?.[placeKey(child)]
  return count === undefined ? '' : `#${count}`
}
