/** Names under which texts that were begun are kept: of notes and messages in the browser, of sheets in the tab. */
export type DraftPrefix = 'foyer-record-draft' | 'foyer-draft'

/** Whose it is stands in the name: two who use one browser see their own. */
export const draftName = (prefix: DraftPrefix, orgId: string, personId: string, what: string): string =>
  `${prefix} ${orgId} ${personId} ${what}`

const isOf = (name: string, personId: string): boolean => {
  const [prefix = '', , owner] = name.split(' ')
  return (prefix === 'foyer-record-draft' || prefix === 'foyer-draft') && owner === personId
}

/** Who signs out leaves nothing behind that they began to write, in any workspace. */
export const forgetDrafts = (personId: string): void => {
  try {
    for (const store of [localStorage, sessionStorage])
      for (const name of Object.keys(store)) if (isOf(name, personId)) store.removeItem(name)
  } catch {
    // A browser without storage has kept nothing.
  }
}
