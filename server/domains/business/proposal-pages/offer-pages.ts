import { routes } from '#core/http/routes.ts'
import { addForms, answerLinks, serveAssets } from '../sign-pages/link-pages.ts'
import { openViewLog } from '../views/view-log.ts'
import { noOffer } from './offer-markup.ts'
import { addOfferPages, type OfferPages } from './offer-routes.ts'

const mostFormBytes = 50_000

/** `/proposal/<token>`, for clients without an account. GET and HEAD show and never act; what acts is a POST. */
export const offerPages = routes({
  name: 'proposal',
  add: (app, context) => {
    const views = openViewLog(context)
    serveAssets(app, '/proposal', import.meta.dirname, 'proposal')
    const pages: OfferPages = {
      now: context.now,
      views,
      ...answerLinks(context, { pictures: "'self' data:", missing: noOffer }),
    }
    addForms(app, mostFormBytes, (forms) => addOfferPages(forms, pages))
    return { end() {}, settle: () => views.settle() }
  },
})
