import type { CreateWindowProps } from '#web/module.ts'
import { usePipelines } from './api.ts'
import { NewDealWindow } from './new-deal-window.tsx'

/** A deal in the default pipeline, over any page. */
export const CreateDealWindow = ({ opened, given, onClose }: CreateWindowProps) => {
  const { data } = usePipelines()
  const pipeline = data?.pipelines.find(({ is_default }) => is_default)
  return (
    <NewDealWindow
      key={given.lead?.id ?? given.contact?.id ?? given.company?.id}
      opened={opened && pipeline !== undefined}
      given={given}
      pipelineId={pipeline?.id}
      stages={pipeline?.stages.filter(({ kind }) => kind === 'open') ?? []}
      onClose={onClose}
    />
  )
}
