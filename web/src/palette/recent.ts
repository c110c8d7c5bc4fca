/** Records that were opened in this browser, the last first; kept by workspace. */
export interface Recent {
  readonly path: string
  readonly name: string
}

const most = 8
const storeName = (orgId: string): string => `foyer-recent-${orgId}`

const records = /^\/(contacts|leads|companies|deals|invoices|documents)\/[0-9a-f-]{36}$/

export const recentRecords = (orgId: string): readonly Recent[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeName(orgId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

const isRecent = (each: unknown): each is Recent =>
  typeof each === 'object' &&
  each !== null &&
  typeof (each as Recent).path === 'string' &&
  records.test((each as Recent).path) &&
  typeof (each as Recent).name === 'string'

/** Remembers a record by the name that its tab had. Another page is none. */
export const rememberRecord = (orgId: string, path: string, tabTitle: string): void => {
  const name = tabTitle.replace(/^\([^)]+\) /, '').replace(/ · Foyer$/, '')
  if (!records.test(path) || name === '') return
  try {
    const others = recentRecords(orgId).filter((each) => each.path !== path)
    localStorage.setItem(storeName(orgId), JSON.stringify([{ path, name }, ...others].slice(0, most)))
  } catch {
    // A browser that keeps nothing has no recent records.
  }
}
