import type { FastifyReply } from 'fastify'
import { openAnswers } from '../ai/answers.ts'
import { type Chat, chatQuestion, completion, completionLines, faultIn } from '../ai/chat-completions.ts'
import { serveControlPage } from '../ai/control-page.ts'
import { sendPieces, streamFaults } from '../ai/streams.ts'
import type { Simulator } from '../simulators.ts'

const title = 'Your AI server'

/** As vLLM lists them: by the names of their makers, with what they take in. */
const models: Readonly<Record<string, number>> = {
  'meta-llama/Llama-3.3-70B-Instruct': 131_072,
  'mistralai/Mistral-Small-3.2-24B-Instruct-2506': 131_072,
  'gemma3:27b': 8_192,
}

/**
 * A server of one's own that speaks chat completions, as vLLM does (https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html):
 * codes are the numbers of statuses, a wrong key is refused with a word instead of an object, and a prompt beyond the context is refused.
 */
export const compatible: Simulator = {
  slug: 'compatible',
  title,
  instead: 'A server of your own that speaks chat completions, as vLLM does',
  about: 'Accepts any key but `wrong`, and none too. Returns a generated or canned answer. No real model.',
  pages: [{ path: '/desk', title: 'Canned answers' }],
  counts: (context) => ({ questions: openAnswers(context).talks().length }),
  ownFaults: streamFaults,
  textsOfErrors: (status) =>
    ({
      429: troubleOf('Too many requests', 'TooManyRequests', 429),
      500: troubleOf('Internal server error', 'InternalServerError', 500),
      503: troubleOf('The engine is loading', 'ServiceUnavailableError', 503),
    })[status],

  register(app, context) {
    const answers = openAnswers(context)
    serveControlPage(app, context, answers, { slug: 'compatible', title })
    app.addHook('onRequest', async (request, reply) => {
      const isWrong = /^Bearer wrong\b/i.test(request.headers.authorization ?? '')
      return isWrong && /\/v1\//.test(request.url) ? reply.code(401).send({ error: 'Unauthorized' }) : undefined
    })

    app.get('/v1/models', async () => ({
      object: 'list',
      data: Object.entries(models).map(([id, max_model_len]) => ({
        ...{ id, object: 'model', created: 1_735_689_600, owned_by: 'vllm', root: id, parent: null, max_model_len },
      })),
    }))

    app.post('/v1/chat/completions', async (request, reply) => {
      const body = (request.body ?? {}) as Chat
      const longest = models[body.model ?? '']
      if (longest === undefined)
        return refuse(reply, 404, `The model \`${body.model}\` does not exist.`, 'NotFoundError', 'model')
      const fault = faultIn(body.messages)
      if (fault) return refuse(reply, 400, fault.message, 'BadRequestError')
      const given = answers.answer(chatQuestion(body))
      const created = Math.floor(context.now().getTime() / 1_000)
      const chat = { body, given, id: context.newId('chatcmpl-'), created }
      return body.stream
        ? sendPieces(reply, 'text/event-stream', completionLines(chat), given.breakAfter, answers.streams)
        : completion(chat)
    })
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }))
  },
}

const refuse = (
  reply: FastifyReply,
  status: number,
  message: string,
  type: string,
  param: string | null = null,
): FastifyReply => reply.code(status).send(troubleOf(message, type, status, param))

const troubleOf = (message: string, type: string, code: number, param: string | null = null) => ({
  error: { message, type, param, code },
})
