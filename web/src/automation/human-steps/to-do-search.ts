/** What the address of the list says. */
export interface ToDoSearch {
  /** Also what others are asked, and clients. */
  readonly whose?: 'all'
}

export const readToDoSearch = ({ whose }: Record<string, unknown>): ToDoSearch => (whose === 'all' ? { whose } : {})
