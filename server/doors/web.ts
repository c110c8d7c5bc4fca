import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#core/errors.ts'
import { sendFailure } from './replies.ts'

/** The staff app: files of the build, and its one page for every path that a person may open. */
export const web = (app: FastifyInstance, folder: string): void => {
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    maxAge: '1y',
    immutable: true,
    // web-chat.ts serves what stands in other people's pages.
    globIgnore: ['index.html', 'chat/**'],
    preCompressed: true,
    // Only what the build named by its content keeps for ever.
    setHeaders: (reply, file) => {
      if (!file.includes(`${path.sep}assets${path.sep}`)) reply.header('Cache-Control', 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !path.extname(request.url.split('?')[0] ?? '')
    if (!isPage || !existsSync(path.join(folder, 'index.html'))) return sendFailure(request, reply, new Failure('not_found'))
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .sendFile('index.html', { maxAge: 0, immutable: false })
  })
}
