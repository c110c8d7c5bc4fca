import { module } from '#core/module.ts'
import { viewErrors } from './errors.ts'
import { listViews } from './list-views.ts'
import { trackView } from './track-view.ts'
import { viewRoutes } from './view-routes.ts'

/** Who looked at what is behind a link, of documents and proposals alike. */
export const viewsModule = module({
  title: 'Views',
  actions: [trackView, listViews],
  routes: [viewRoutes],
  errors: viewErrors,
  owns: ['page_views'],
})
