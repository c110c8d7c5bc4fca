import { Failure } from '#core/errors.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { DocumentLate } from '#ports/documents.ts'
import { PaperLate } from '#ports/paper.ts'

/** What is set or drawn while a caller waits. Where it took too long, the caller reads so and may try again: `document_late`. */
export const inTime = async <Made>(making: Promise<Made>): Promise<Made> => {
  try {
    return await making
  } catch (error) {
    if (error instanceof DocumentLate || error instanceof PaperLate)
      throw new Failure(invoiceErrors.document_late, { cause: error, retryAfterSeconds: 5 })
    throw error
  }
}
