import { module } from '#core/module.ts'
import { pruneDirectory } from './prune-directory.ts'

export const retentionModule = module({
  title: 'Retention',
  jobs: [pruneDirectory],
  owns: [],
})
