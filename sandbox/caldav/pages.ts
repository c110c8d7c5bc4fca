import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { calendarPage } from './calendar-page.ts'
import { moved, occurrencesIn, type Wish, written } from './events.ts'
import { DavRefusal, etagKinds, redirections, type ServerBehaviour, usualBehaviour } from './rows.ts'
import { allCalendars, type Place, type Store } from './store.ts'

type Form = Readonly<Record<string, string | undefined>>

const dayMs = 86_400_000
const asPage = 'text/html; charset=utf-8'

/** The calendars of those who signed in, and how the server behaves. */
export const servePages = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const at = `${context.base}/caldav/calendar`
  const formOf = (request: FastifyRequest): Form => ({ ...(request.query as Form), ...((request.body ?? {}) as Form) })
  const placeOf = ({ user = '', calendar }: Form): Place => ({
    user: /^[\w.@+-]{1,100}$/.test(user) ? user : (store.people()[0] ?? 'mira'),
    calendar: allCalendars.find(({ name }) => name === calendar)?.name ?? 'calendar',
  })
  const deed = (name: string, work: (place: Place, form: Form) => void): void => {
    app.post(`/calendar/${name}`, forPeople, (request, reply): FastifyReply => {
      const form = formOf(request)
      const place = placeOf(form)
      try {
        work(place, form)
      } catch (error) {
        if (!(error instanceof DavRefusal)) throw error
        return reply.code(400).send({ error: error.message })
      }
      return reply.redirect(`${at}?${new URLSearchParams({ ...place, ...(form.week && { week: form.week }) })}`, 303)
    })
  }
  const textOf = (text: string | null): string => {
    if (text === null) throw new DavRefusal(400, 'These are no times.')
    return text
  }

  app.get('/calendar.js', forPeople, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(readFileSync(path.join(import.meta.dirname, 'calendar.js'), 'utf8')),
  )
  app.get('/calendar', forPeople, (request, reply) => {
    const form = formOf(request)
    const place = placeOf(form)
    const monday = mondayOf(form.week, context.now())
    const from = monday.getTime()
    const rows = store
      .list(place)
      .flatMap((row) =>
        occurrencesIn(row.text ?? '', from - dayMs, from + 8 * dayMs).map((occurrence) => ({ row, occurrence })),
      )
    const shown = {
      ...place,
      monday,
      rows,
      people: store.people(),
      behaviour: store.behaviour(),
      address: `${context.address()}/`,
    }
    return reply.type(asPage).send(calendarPage(context.base, shown))
  })

  deed('add', (place, form) => {
    const name = randomBytes(12).toString('hex')
    store.put(place, `${name}.ics`, textOf(written(`${name}@sandbox.example`, wishIn(form), context.now())))
  })
  deed('move', (place, { name = '', day = '', from = '', until = '' }) => {
    const row = store.find(place, name)
    if (row?.text) store.put(place, name, textOf(moved(row.text, { day, from, until }, context.now())))
  })
  deed('delete', (place, { name = '' }) => {
    const row = store.find(place, name)
    if (row) store.remove(row)
  })
  deed('forget', () => store.behave({ generation: store.behaviour().generation + 1 }))
  deed('behave', (_place, form) => store.behave(behaviourIn(form)))
  deed('present', (_place, form) =>
    store.behave({ present: allCalendars.map(({ name }) => name).filter((name) => name === 'tasks' || form[name] === 'on') }),
  )
}

const mondayOf = (week: string | undefined, now: Date): Date => {
  const given = Date.parse(week ?? '')
  const monday = new Date(`${new Date(Number.isNaN(given) ? now : given).toISOString().slice(0, 10)}T00:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday
}

const wishIn = ({ title = '', day = '', from = '', until = '', repeats, ...form }: Form): Wish => ({
  ...{ title, day, from, until, repeats: repeats === 'DAILY' || repeats === 'WEEKLY' ? repeats : '' },
  ...{ isFree: form.isFree === 'on', isPrivate: form.isPrivate === 'on', isTentative: form.isTentative === 'on' },
})

const behaviourIn = ({ listSize, etags = '', redirection = '', ...form }: Form): Partial<ServerBehaviour> => {
  const size = Math.trunc(Number(listSize))
  return {
    ...{ hasSync: form.hasSync === 'on', hasCtag: form.hasCtag === 'on', rewrites: form.rewrites === 'on' },
    listSize: size >= 1 && size <= usualBehaviour.listSize ? size : usualBehaviour.listSize,
    etags: etags in etagKinds ? (etags as ServerBehaviour['etags']) : 'strong',
    redirection: redirection in redirections ? (redirection as ServerBehaviour['redirection']) : 'none',
  }
}
