/** How a transaction begins: one message to the database, BEGIN included. */
export interface Opening<Opened> {
  /** The organization that the transaction is bound to. */
  readonly orgId?: string
  /** A statement behind BEGIN, with its values as literals; null for none. */
  readonly statement: string | null
  /** Nothing is written, so no caller waits for the end; the work may run twice, and share its transaction (`read-batching.ts`). */
  readonly isRead?: boolean
  /** What the statement answers, where the work has to know it. Without it, the work begins before the answer is here. */
  readonly read?: (row: Record<string, unknown>) => Opened
}
