import pg from 'pg'

/** What one transaction asked the database, BEGIN and COMMIT included. */
export interface CountedTransaction {
  readonly statements: readonly string[]
  /** How often it waited for an answer before it asked on: statements that leave together are one trip. */
  readonly trips: number
}

interface Begun {
  readonly statements: string[]
  trips: number
}

/**
 * Counts the statements of every transaction of this process until `stop`; `taken` answers those that have committed since it was asked
 * last, and have a statement that `of` matches.
 */
export const countStatements = (of: RegExp) => {
  const { query } = pg.Client.prototype
  const begunBy = new WeakMap<pg.Client, Begun>()
  const waitingOf = new WeakMap<pg.Client, number>()
  let committed: CountedTransaction[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text?: string }]
    const text = (typeof asked === 'string' ? asked : asked?.text) ?? ''
    if (/^\s*(commit; )?begin/i.test(text)) begunBy.set(this, { statements: [], trips: 0 })
    const waiting = waitingOf.get(this) ?? 0
    const begun = begunBy.get(this)
    begun?.statements.push(text)
    if (begun && waiting === 0) begun.trips++
    if (begun && text === 'commit') {
      begunBy.delete(this)
      if (begun.statements.some((one) => of.test(one))) committed.push(begun)
    }
    const answer = query.apply(this, args as never) as unknown
    if (answer instanceof Promise) {
      waitingOf.set(this, waiting + 1)
      const answered = (): void => void waitingOf.set(this, (waitingOf.get(this) ?? 1) - 1)
      answer.then(answered, answered)
    }
    return answer as never
  } as typeof query
  return {
    taken: (): CountedTransaction[] => {
      const mine = committed
      committed = []
      return mine
    },
    stop: (): void => {
      pg.Client.prototype.query = query
    },
  }
}
