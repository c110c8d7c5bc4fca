import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'

/** `GET /form.js`: the script that shows a form in a website. Under its one name: kept for an hour, then asked for by its fingerprint. */
export const formRoutes = routes({
  name: 'lead-forms',
  add: (app, { webFolder }) => {
    if (webFolder === null) return
    const script = pack(readFileSync(path.join(webFolder, 'form', 'form.js')))
    app.get('/form.js', async (request, reply) => {
      reply.headers({
        'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      })
      return sendPacked(request, reply.type('text/javascript; charset=utf-8'), script)
    })
  },
})
