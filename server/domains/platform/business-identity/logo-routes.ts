import { Failure } from '#core/errors.ts'
import { addFileRoute, isAtPath } from '#core/http/file-routes.ts'
import { collectBytes, takeContent } from '#core/http/incoming-files.ts'
import { pack, sendPacked } from '#core/http/packed.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { isId, newId } from '#core/ids.ts'
import { brandStyles, colourStyles } from './brand-markup.ts'
import { logoPath } from './brands.ts'
import { businessErrors } from './errors.ts'
import { mostLogoBytes } from './logo-pictures.ts'
import { findLogo, readLogoFile, takeLogo } from './logos.ts'

const path = '/business-logo'
export const isOfLogos = isAtPath(path)

const css = 'text/css; charset=utf-8'

const collectLogo = collectBytes(
  mostLogoBytes,
  () => new Failure(businessErrors.logo_not_usable, { field: 'file', message: 'The file has more than 1 MB.' }),
)

/**
 * `PUT /business-logo`: a PNG or JPEG, in one request. Answers its id for `save-business`; a repeat answers the same.
 * `GET /brand/<organization>/<logo>`: a logo, without an account, as it is on every invoice. `GET /brand/colour/<rrggbb>.css`: the styles of a page in a colour.
 */
export const logoRoutes = routes({
  name: 'business-logo',
  add: (app, context) => {
    const { inOrg, ports } = context
    addFileRoute(app, context, {
      path,
      least: 'admin',
      said: () => null,
      async take(request, _said, { orgId, personId }) {
        const content = await takeContent(request, collectLogo)
        const { id, width, height } = await takeLogo(
          { orgId, personId, content },
          { inOrg, files: ports.files, documents: ports.documents, newId },
        )
        return { id, width, height, url: logoPath(orgId, id) }
      },
    })

    const styles = pack(brandStyles)
    app.get('/brand/assets/brand.css', async (request, reply) =>
      sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(css), styles),
    )
    app.get<{ Params: { file: string } }>('/brand/colour/:file', async (request, reply) => {
      const colour = /^([0-9a-f]{6})\.css$/.exec(request.params.file)?.[1]
      if (colour === undefined) return sendFailure(request, reply, new Failure('not_found'))
      return reply
        .headers({ 'Cache-Control': 'public, max-age=86400', 'X-Robots-Tag': 'noindex' })
        .type(css)
        .send(colourStyles(`#${colour}`))
    })

    app.get<{ Params: { orgId: string; logoId: string } }>('/brand/:orgId/:logoId', async (request, reply) => {
      const { orgId, logoId } = request.params
      const row = isId(orgId) && isId(logoId) ? await inOrg(orgId, (db) => findLogo(db, orgId, logoId)) : undefined
      const file = row && (await readLogoFile(ports.files, row))
      if (!file) return sendFailure(request, reply, new Failure('not_found'))
      return reply
        .headers({
          // An address is of one picture for ever.
          'Cache-Control': 'public, max-age=31536000, immutable',
          // Chats stand in other websites.
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Content-Security-Policy': "default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
          'X-Robots-Tag': 'noindex',
        })
        .type(file.type)
        .send(file.bytes)
    })
  },
})
