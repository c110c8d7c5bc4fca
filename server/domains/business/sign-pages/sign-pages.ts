import { routes } from '#core/http/routes.ts'
import { openViewLog } from '../views/view-log.ts'
import { addCodePages } from './code-routes.ts'
import { addForms, answerLinks, serveAssets } from './link-pages.ts'
import { addLookPage } from './look-routes.ts'
import { noPage } from './page-markup.ts'
import type { Pages } from './pages.ts'
import { addSignFiles } from './sign-files.ts'
import { addSignPages } from './sign-routes.ts'
import { addSignedPages } from './signed-routes.ts'
import { addVerifyPages } from './verify-routes.ts'

/** A drawn signature is some 130 KB as a form sends it, a picture 210. */
const mostFormBytes = 600_000

/** `/sign/<token>`, `/signed/<token>` and `/verify/<number>`, for people without an account. GET shows and never acts; what acts is a POST. */
export const signPages = routes({
  name: 'sign',
  add: (app, context) => {
    const { now, secure: isSecure } = context
    const views = openViewLog(context)
    serveAssets(app, '/sign', import.meta.dirname, 'sign')
    const pages: Pages = { now, isSecure, views, ...answerLinks(context, { pictures: "'self' data:", missing: noPage }) }
    addForms(app, mostFormBytes, (forms) => {
      addSignPages(forms, pages)
      addCodePages(forms, pages)
      addSignFiles(forms, pages)
      addVerifyPages(forms, pages)
      addLookPage(forms, pages, context)
      addSignedPages(forms, pages)
    })
    return { end() {}, settle: () => views.settle() }
  },
})
