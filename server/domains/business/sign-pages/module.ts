import { module } from '#core/module.ts'
import { signPages } from './sign-pages.ts'

/** The public pages on which documents are signed and verified. */
export const signPagesModule = module({
  title: 'Signing pages',
  routes: [signPages],
  owns: [],
})
