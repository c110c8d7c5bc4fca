import { routes } from '#core/http/routes.ts'
import { addForms, answerLinks, serveAssets } from '#domains/business/sign-pages/link-pages.ts'
import { noStep } from './step-markup.ts'
import { addStepPages } from './step-routes.ts'

/** Thirty fields, a third of them long texts. */
const mostFormBytes = 500_000

/** `/step/<token>`, for clients without an account. */
export const stepPages = routes({
  name: 'step',
  add: (app, context) => {
    serveAssets(app, '/step', import.meta.dirname, 'step', ['.css'])
    addForms(app, mostFormBytes, (forms) =>
      addStepPages(forms, answerLinks(context, { pictures: "'self' data:", missing: noStep })),
    )
  },
})
