import type { Readable } from 'node:stream'
import { atLeast } from '#core/actions/caller.ts'
import { Failure } from '#core/errors.ts'
import { takeContent, transferFailure } from '#core/http/incoming-files.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { tidyLine } from '#shapes/letters.ts'
import { knowledgeErrors } from './errors.ts'
import { readFileText } from './file-texts.ts'
import { addFile, shownFile } from './knowledge-files.ts'
import { languageOfText } from './languages.ts'
import { columnOfLanguage } from './sources.ts'

/** Whether an address is that of files for knowledge, whose body has bounds of its own. */
export const isOfKnowledgeFiles = (url: string): boolean => url === '/knowledge-files' || url.startsWith('/knowledge-files?')

const nameMost = 255
const mostBytes = 25 * 2 ** 20

/**
 * `PUT /knowledge-files?name=<file name>`: a file whose text answers are to be taken from, in one request. Answers its id for `save-knowledge`.
 * Only the text is kept.
 */
export const knowledgeFileRoutes = routes({
  name: 'knowledge-files',
  add: (app, { callers, inOrg, ports, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Querystring: { name?: unknown } }>('/knowledge-files', async (request, reply) => {
        let leave: (() => void) | undefined
        try {
          const caller = await callers.ofMember(request)
          if (caller.kind === 'key') throw new Failure('scope_missing')
          if (caller.kind !== 'person') throw new Failure('not_signed_in')
          const now = await callers.asNow(caller)
          if (now.kind !== 'person') throw new Failure('not_signed_in')
          if (!atLeast(now.role, 'admin')) throw new Failure('forbidden')
          const name = nameIn(request.query.name)
          leave = crowd.place('uploads', caller.personId, most.transfersOfMember)
          if (Number(request.headers['content-length'] ?? 0) > mostBytes)
            throw new Failure(knowledgeErrors.knowledge_file_too_large, { field: 'file' })
          const bytes = await takeContent(request.raw, collect)
          const { kind, text } = await readFileText({ name, bytes, orgId: caller.orgId }, ports)
          const row = {
            ...{ org_id: caller.orgId, id: newId(), name, kind, text, uploaded_by: caller.personId },
            language: columnOfLanguage(languageOfText(text, 'other')),
          }
          await inOrg(caller.orgId, (db) => addFile(db, row))
          return await reply.send({ file: shownFile(row) })
        } catch (error) {
          return sendFailure(request, reply, transferFailure(error, { request: request.raw, id: request.id, log }))
        } finally {
          leave?.()
        }
      })
    })
  },
})

const nameIn = (given: unknown): string => {
  const name = tidyLine(typeof given === 'string' ? given : '').trim()
  if (name === '' || name.length > nameMost || !name.isWellFormed() || /\p{Cc}/u.test(name))
    throw new Failure('bad_request', { field: 'name', message: `name must be a file name of 1 to ${nameMost} characters` })
  return name
}

/** All bytes of an upload, as far as it may have any. */
const collect = async (content: Readable): Promise<Buffer> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw new Failure(knowledgeErrors.knowledge_file_too_large, { field: 'file' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}
