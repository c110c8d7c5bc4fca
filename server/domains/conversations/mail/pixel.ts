import type { FastifyRequest } from 'fastify'
import { routes } from '#core/http/routes.ts'
import { makeWriteBehind } from '#core/write-behind.ts'
import { programOf } from './load-classes.ts'
import { type Load, recordLoads } from './loads.ts'

/** GIF89a, one transparent point. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** It stands at the gateway's address, and is a picture: Fastify's, not the gateway's. */
export const isPixel = (url: string): boolean => /^\/gateway\?(?:[^#]*&)?type=track-email(?:&|$)/.test(url)

/**
 * `GET /gateway?type=track-email&id=…`: always the same picture, at once, whatever the id is; who loaded it is written afterwards, many at a
 * time. A load that is lost with the process is one: what it says was never more than a hint.
 */
export const pixelRoutes = routes({
  name: 'pixel',
  add: (app, { outside, inOrg, callers, now, log }) => {
    const loads = makeWriteBehind<Load>({
      keep: (some) => recordLoads(some, { outside, inOrg, callers }),
      drop: (count, error) => log.warn({ err: error, count }, 'loads of tracked mails were not counted'),
      ...{ atOnce: 1_000, most: 20_000, gatherMs: 500 },
    })
    app.get('/gateway', async (request: FastifyRequest<{ Querystring: { id?: unknown } }>, reply) => {
      const { id } = request.query
      if (typeof id === 'string' && uuid.test(id) && request.method === 'GET')
        void loads.add({
          ...{ trackingId: id.toLowerCase(), at: now() },
          program: programOf({ agent: (request.headers['user-agent'] ?? '').slice(0, 500), address: request.ip }),
          cookie: request.headers.cookie?.slice(0, 8_000),
        })
      return reply
        .headers({
          'Cache-Control': 'no-cache, no-store, must-revalidate',
          // Mail programs show it on pages of their own.
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .type('image/gif')
        .send(picture)
    })
    return { end() {}, settle: () => loads.close() }
  },
})
