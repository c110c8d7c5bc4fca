import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'

/** `GET /calendar-feed/<token>.ics`, for calendar programs: none of them has an account here. */
export const feedRoutes = routes({
  name: 'calendar-feed',
  add: (app, { dispatch }) => {
    app.get<{ Params: { file: string } }>('/calendar-feed/:file', async (request, reply) => {
      const token = /^([\w-]{20,100})\.ics$/.exec(request.params.file)?.[1]
      reply.headers({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' })
      const answer = await dispatch(
        'read-calendar-feed',
        { token: token ?? '' },
        {
          caller: { kind: 'nobody' },
          requestId: request.id,
          clientAddress: request.ip,
          agent: request.headers['user-agent'],
        },
      )
      if (!answer.failure) {
        const { calendar } = answer.body as { calendar: string }
        return sendPacked(request, reply.type('text/calendar; charset=utf-8'), pack(calendar, true))
      }
      const { status, retryAfterSeconds } = answer.failure
      if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds))
      // What cannot be a token is the address of nothing, like one that has ended.
      const isUnknown = status === 400 || status === 404
      return reply
        .code(isUnknown ? 404 : status)
        .type('text/plain; charset=utf-8')
        .send(isUnknown ? 'Not found\n' : 'Try again later\n')
    })
  },
})
