import type { Page } from 'playwright-core'

/** What a page did that no text of a stranger may make it do: `isForeign` says which addresses it must not ask for. */
export const watchPage = (page: Page, isForeign: (url: string) => boolean): string[] => {
  const did: string[] = []
  page.on('dialog', (dialog) => {
    did.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => did.push(`popup ${popup.url()}`))
  page.on('request', (request) => {
    if (isForeign(request.url())) did.push(`request ${request.url()}`)
  })
  return did
}
