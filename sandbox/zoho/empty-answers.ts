import type { FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from '../faults.ts'

const needBody: ReadonlySet<string | null> = new Set(['truncated', 'lost', 'reset', 'drip'])

/** No record: 204 without a body. That has no half and no byte to be lost: where such a fault strikes, a list of none has a body. */
export const sendNone = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  needBody.has(faultOf(request)) ? reply.send({ data: [], info: { more_records: false } }) : reply.code(204).send()
