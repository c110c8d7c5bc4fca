import { module } from '#core/module.ts'
import { checkStoredFiles } from './check-stored-files.ts'
import { fileRead } from './moments.ts'
import { fileNotices } from './notices.ts'
import { showFiles } from './show-files.ts'
import { sweepStoredFiles } from './sweep-stored-files.ts'

/** Every file that is kept: where it is, and whether it is what was stored. */
export const filesModule = module({
  title: 'Files',
  actions: [showFiles],
  jobs: [checkStoredFiles, sweepStoredFiles],
  moments: [fileRead],
  notices: fileNotices,
  owns: ['stored_files'],
})
