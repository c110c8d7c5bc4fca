import { errors } from '#core/errors.ts'

export const knowledgeErrors = errors({
  knowledge_not_found: {
    status: 404,
    message: 'The document does not exist.',
    fix: 'List the documents with `list-knowledge`.',
  },
  knowledge_content_wrong: {
    status: 400,
    message: 'A document has either a text or a file.',
    fix: 'Send `text`, or the `file` that PUT /knowledge-files answered. To change the title alone, send `knowledgeId` and `title`.',
  },
  knowledge_file_not_found: {
    status: 404,
    message: 'The uploaded file does not exist.',
    fix: 'Upload it with PUT /knowledge-files and send the `id` of its answer. An upload of which no document is made is removed after a day.',
  },
  knowledge_empty: {
    status: 400,
    message: 'There is no text in it.',
    fix: 'Send a document with words. If it is a PDF of scanned pages, let a program recognize its text (OCR) first.',
  },
  knowledge_too_long: {
    status: 400,
    message: 'The text is longer than 2,000,000 characters.',
    fix: 'Split it into several documents.',
  },
  knowledge_too_many: {
    status: 409,
    message: 'The documents of the workspace have 200,000 passages already.',
    fix: 'Remove documents that are out of date.',
  },
  knowledge_file_too_large: {
    status: 413,
    message: 'The file is larger than 25 MB.',
    fix: 'Save it with smaller pictures, or split it.',
  },
  knowledge_file_unsupported: {
    status: 400,
    message: 'Files of this kind cannot be read.',
    fix: 'Upload text, Markdown, HTML or a PDF. Word processors and presentations save as PDF.',
  },
  knowledge_file_not_pdf: {
    status: 400,
    message: 'The file is called .pdf, but is not a PDF.',
    fix: 'Open it in the program that it comes from, save it as PDF, and upload that file. Text in a picture cannot be read.',
  },
  knowledge_file_unreadable: {
    status: 400,
    message: 'The file cannot be read.',
    fix: 'It is damaged, protected by a password, or in an unknown encoding. Save it again without a password, text as UTF-8.',
  },
})
