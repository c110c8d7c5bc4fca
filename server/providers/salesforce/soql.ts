/** A text in a query (https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_quotedstringescapes.htm). */
export const quoted = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

export const quotedList = (texts: readonly string[]): string => `(${texts.map(quoted).join(',')})`

/** A time in a query: whole seconds, rounded down, since the service knows no others. */
export const timeLiteral = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** Nothing else may stand where a query names a field. */
export const isFieldName = (name: string): boolean => /^[A-Za-z]\w{0,254}$/.test(name)

/** An id of 15 or 18 characters. */
export const isId = (text: string): boolean => /^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/.test(text)

/** Where a list goes on that is in the order of times and then ids. The plain first part is what the service has an index for. */
export const afterKey = ({ at, id }: { readonly at: string; readonly id: string }): string =>
  `SystemModstamp >= ${at} AND (SystemModstamp > ${at} OR Id > ${quoted(id)})`
