/** What a website pastes: the link of a page, and the script that shows the page in its place. */
export const embedTag = (url: string, text: string): string => {
  const { origin, pathname } = new URL(url)
  const name = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<a href="${url}">${name}</a>\n<script src="${origin}/book.js" data-page="${pathname}" async></script>`
}

/** The two sources that the tag needs, for a website with a policy. */
export const embedPolicy = (url: string): string => {
  const { origin } = new URL(url)
  return `script-src ${origin}; frame-src ${origin}`
}

/** The page on which a visitor chooses among the event types: that of one of them, without its last part. */
export const pageOfAll = (url: string): string => url.slice(0, url.lastIndexOf('/'))
