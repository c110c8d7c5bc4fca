import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#core/errors.ts'
import { sendFailure } from '#core/http/replies.ts'

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
  const page = (request: FastifyRequest, reply: FastifyReply): unknown =>
    existsSync(path.join(folder, 'index.html'))
      ? reply
          .header('Cache-Control', 'no-cache')
          .type('text/html; charset=utf-8')
          .sendFile('index.html', { maxAge: 0, immutable: false })
      : sendFailure(request, reply, new Failure('not_found'))
  // At the root there is nothing else: curl and what watches whether we are up ask for no kind of answer.
  app.get('/', page)
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? page(request, reply) : sendFailure(request, reply, new Failure('not_found')),
  )
}

/** Everywhere else only what a browser opens: a program that has misspelt a path is told so. */
const isPage = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !path.extname(url.split('?')[0] ?? '')
