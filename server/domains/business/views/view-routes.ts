import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'

/** `/views/viewing.js`: what the pages behind links say of themselves. */
export const viewRoutes = routes({
  name: 'views',
  add: (app) => {
    const script = pack(readFileSync(path.join(import.meta.dirname, 'viewing.js'), 'utf8'))
    app.get('/views/viewing.js', async (request, reply) =>
      sendPacked(
        request,
        reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type('text/javascript; charset=utf-8'),
        script,
      ),
    )
  },
})
