import assert from 'node:assert/strict'
import type { KyselyPlugin } from 'kysely'
import type pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import type { JobContext } from '#core/context.ts'
import type { Answer } from './requests.ts'

/** What a crash is thrown as. */
export class Stop extends Error {}

type Given = Record<string, unknown>
type Work = (step: Given) => Promise<unknown>
/** What an action is given that does something: each is a point before, and one after. */
const steps = ['emit', 'emitIn', 'enqueue', 'enqueueAll', 'enqueueIn', 'enterOrg']
/** What opens a transaction of its own, of an action that calls providers. */
const openers = ['inOrg', 'conclude']

/** What is kept, by table. */
export type Kept = ReadonlyMap<string, string | null>

/** All rows of these tables, as text. */
export const keptOf = async (
  owner: pg.Client,
  tables: readonly string[],
  where: Readonly<Record<string, string>> = {},
): Promise<Kept> => {
  const text = tables
    .map(
      (name) =>
        `select '${name}' as name, string_agg(t::text, chr(10) order by t::text) as kept from ${name} t ${name in where ? `where ${where[name]}` : ''}`,
    )
    .join(' union all ')
  const { rows } = await owner.query<{ name: string; kept: string | null }>(text)
  return new Map(rows.map(({ name, kept }) => [name, kept]))
}

const differing = (one: Kept, other: Kept): string[] => [...one.keys()].filter((name) => one.get(name) !== other.get(name))

/** Crashes at points: before each statement of an action, and before and after each step outside of it. */
export const openFailpoints = () => {
  let passed = 0
  let stopAt = Number.POSITIVE_INFINITY
  const point = (): void => {
    // Nothing of a process that was killed goes on.
    if (++passed >= stopAt) throw new Stop()
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      point()
      return node
    },
    transformResult: async ({ result }) => result,
  }

  /** The same transaction, in which each statement and each step is a point. */
  const broken = (given: Given): Given => {
    const made: Given = { ...given }
    if (given.db) made.db = (given.db as { withPlugin(plugin: KyselyPlugin): unknown }).withPlugin(plugin)
    for (const step of steps) {
      const take = given[step]
      if (typeof take !== 'function') continue
      made[step] = async (...args: unknown[]) => {
        point()
        const done: unknown = await take(...args)
        point()
        return done
      }
    }
    return made
  }

  const breakable = (action: AnyAction): AnyAction => ({
    ...action,
    async run(input: never, context: Given) {
      const made = broken(context)
      for (const name of openers) {
        const open = context[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
        // A caller of a workspace has one transaction to open; what is public names the workspace first.
        if (open)
          made[name] = (...args: unknown[]) => {
            const work = args.pop() as Work
            return open(...args, async (step: Given) => {
              const done = await work(broken(step))
              point()
              return done
            })
          }
      }
      const output = await action.run(input, made as never)
      if (!action.callsProvider) point()
      return output
    },
  })

  /** Each call of it is a point before, and one after. */
  const brokenPort = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name)
        if (typeof call !== 'function') return call
        return (...args: unknown[]) => {
          point()
          const done: unknown = call.apply(target, args)
          return done instanceof Promise
            ? done.then((made) => {
                point()
                return made
              })
            : done
        }
      },
    })

  /** What a job is given, in which each statement, each commit and each call of a provider is a point. */
  const brokenContext = (context: JobContext): JobContext => ({
    ...context,
    ports: {
      ...context.ports,
      files: brokenPort(context.ports.files),
      paper: brokenPort(context.ports.paper),
      documents: brokenPort(context.ports.documents),
    },
    inOrg: async (orgId, work) => {
      const done = await context.inOrg(orgId, async (db) => {
        const worked = await work(db.withPlugin(plugin))
        point()
        return worked
      })
      point()
      return done
    },
  })

  /** Does it with a crash at a point, the first being 1. */
  const crashingAt = async <Done>(at: number, work: () => Promise<Done>): Promise<Done> => {
    passed = 0
    stopAt = at
    try {
      return await work()
    } finally {
      stopAt = Number.POSITIVE_INFINITY
    }
  }

  /** Calls it with a crash at the first point, the second and so on, until it gets through: each leaves everything as it was. */
  const crashEverywhere = async (
    { owner, everything }: { readonly owner: pg.Client; readonly everything: () => Promise<Kept> },
    call: () => Promise<Answer>,
    leastPoints: number,
  ): Promise<Answer> => {
    const begun = await everything()
    for (let at = 1; ; at++) {
      await owner.query('delete from directory.buckets')
      const answer = await crashingAt(at, call)
      const now = await everything()
      if (answer.status !== 500) {
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        assert.ok(at > leastPoints, `only ${at - 1} points`)
        assert.ok(differing(begun, now).length > 0)
        return answer
      }
      assert.deepEqual(differing(begun, now), [], `a crash at ${at} left something behind`)
    }
  }

  return { plugin, point, breakable, brokenPort, brokenContext, crashingAt, crashEverywhere }
}
