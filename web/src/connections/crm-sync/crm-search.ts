/** What the address of a CRM's page says beside the connection. */
export interface CrmSearch {
  /** Without one: how its syncs stand. */
  readonly view?: 'conflicts' | 'mapping' | 'settings'
  /** A sync of before, in place of the newest. */
  readonly sync?: string
}
