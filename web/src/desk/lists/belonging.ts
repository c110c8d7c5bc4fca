/** The filter of a list, as its address says it, by a record to which what is listed belongs. */
export const belongsTo = (field: 'contact' | 'company' | 'linked_company' | 'deal', id: string): string => `${field}*is*${id}`
