/** Refused, in the vendor's words. Errors come as a list. */
export class Refused extends Error {
  readonly statusCode: number
  readonly errorCode: string
  readonly fields: readonly string[] | undefined
  constructor(statusCode: number, errorCode: string, message: string, fields?: readonly string[]) {
    super(message)
    this.statusCode = statusCode
    this.errorCode = errorCode
    this.fields = fields
  }
}

export const shownRefusal = ({ message, errorCode, fields }: Refused) => [{ message, errorCode, ...(fields && { fields }) }]

export const malformed = (message: string): Refused => new Refused(400, 'MALFORMED_QUERY', message)
export const notFound = (): Refused => new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
export const isDeleted = (): Refused => new Refused(404, 'ENTITY_IS_DELETED', 'entity is deleted', [])
export const noSuchType = (name: string): Refused =>
  new Refused(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`)
export const noSuchColumn = (query: string, field: string, object: string): Refused => {
  const at = Math.max(0, query.indexOf(field))
  const pointed = `${query}\n${' '.repeat(at)}^\nERROR at Row:1:Column:${at + 1}`
  return new Refused(400, 'INVALID_FIELD', `${pointed}\nNo such column '${field}' on entity '${object}'.`)
}
