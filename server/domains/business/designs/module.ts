import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { endAtDisconnection, linkedDesigns, resumeAtConnection } from './at-connections.ts'
import { canva } from './canva.ts'
import { designTimeline } from './design-timeline.ts'
import { downloadDesignFile } from './download-design-file.ts'
import { downloadDesignPicture } from './download-design-picture.ts'
import { designErrors } from './errors.ts'
import { designEvents } from './events.ts'
import { heldDesignJobs } from './held-jobs.ts'
import { keepDesignPicture } from './keep-design-picture.ts'
import { listDesigns } from './list-designs.ts'
import { designNotices } from './notices.ts'
import { designJobRetention } from './retention.ts'
import { runDesignJob } from './run-design-job.ts'
import { watchDesignJobs } from './watch-design-jobs.ts'

/** Designs at Canva: listed, made, linked to deals and contacts, and their files kept here. */
export const designsModule = module({
  title: 'Designs',
  actions: [canva, listDesigns, downloadDesignFile, downloadDesignPicture],
  jobs: [runDesignJob, watchDesignJobs, keepDesignPicture],
  errors: designErrors,
  events: [designEvents],
  notices: designNotices,
  retention: [designJobRetention],
  within: [resumeAtConnection, endAtDisconnection, linkedDesigns, designTimeline],
  held: [
    held({
      name: 'exports of designs',
      kind: 'syncs',
      jobs: [keepDesignPicture],
      rows: { ...heldDesignJobs, job: runDesignJob },
    }),
  ],
  owns: ['designs', 'design_links', 'design_jobs', 'design_files', 'design_accounts'],
})
