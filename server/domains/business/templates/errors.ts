import { errors } from '#core/errors.ts'

export const templateErrors = errors({
  document_template_not_found: {
    status: 404,
    message: 'The template does not exist.',
    fix: 'List the templates with list-templates.',
  },
  template_name_taken: {
    status: 409,
    message: 'Another template has this name.',
    fix: 'Choose another name, or change that template: documents keep the version that they were made from.',
  },
  template_unreadable: {
    status: 400,
    message: 'The text of the template cannot be read.',
    fix: 'The message names the place. A field stands alone on its line: [[signature client]].',
  },
  unknown_placeholder: {
    status: 400,
    message: 'The template has no such placeholder.',
    fix: 'The message names it. `show-template` lists the placeholders of the template.',
  },
  missing_placeholder: {
    status: 400,
    message: 'A placeholder has no value.',
    fix: 'The message names it. Send a value in `replacements`, or give the placeholder a default.',
  },
  placeholder_doubled: {
    status: 400,
    message: 'A placeholder has two values.',
    fix: 'The message names it. Keys with braces and without, in capitals or not, are one: send it once.',
  },
  placeholder_wrong: {
    status: 400,
    message: 'A value is not of the type of its placeholder.',
    fix: 'The message names it and the type.',
  },
  template_part_wrong: {
    status: 400,
    message: 'This does not belong to a template of this kind.',
    fix: 'A text has `body`; a PDF has `file`, `fields` and `boxes`; a Google Doc has `googleFileId`. All have `placeholders`.',
  },
  template_file_not_found: {
    status: 404,
    message: 'The uploaded file does not exist.',
    fix: 'Upload the PDF with PUT /template-files and send the `id` of its answer. An upload that no template uses is removed after a day.',
  },
  template_file_damaged: {
    status: 500,
    message: 'The stored file of the template is missing, or is not what was stored.',
    fix: 'Restore it from a backup, or upload the PDF again as a new version of the template.',
  },
  field_outside: {
    status: 400,
    message: 'A field is outside its page.',
    fix: 'The message names the field and the size of the page. Move it, or make it smaller.',
  },
  field_doubled: {
    status: 400,
    message: 'Two fields have the same id.',
    fix: 'Give each field and each box an id of its own.',
  },
  value_too_long: {
    status: 400,
    message: 'A value does not fit its box.',
    fix: 'The message names the placeholder. Shorten the value, or make the box larger or its letters smaller in the template.',
  },
  pdf_not_pdf: { status: 400, message: 'This file is not a PDF.', fix: 'Save the document as PDF and upload that file.' },
  pdf_too_large: {
    status: 400,
    message: 'The PDF is too large.',
    fix: 'A PDF may have 25 MB, packed and unpacked within reason. Save it with smaller pictures.',
  },
  pdf_too_many_pages: {
    status: 400,
    message: 'The PDF has more than 500 pages.',
    fix: 'Keep only the pages that are signed, or make several documents of them.',
  },
  pdf_encrypted: {
    status: 400,
    message: 'The PDF is protected by a password or against changes.',
    fix: 'Save a copy without protection and upload that.',
  },
  pdf_broken: {
    status: 400,
    message: 'The PDF is damaged, or programs show different things in it.',
    fix: 'Open it in the program that it comes from, save it as PDF again, and upload the new file.',
  },
  pdf_active: {
    status: 400,
    message: 'The PDF starts programs, or is a form that draws itself (XFA).',
    fix: 'Print it into a new PDF and upload that.',
  },
  pdf_signed: {
    status: 400,
    message: 'The PDF is signed already; anything added to it would break that signature.',
    fix: 'Upload the file from before it was signed.',
  },
  pdf_placeholders_left: {
    status: 400,
    message: 'The PDF itself contains placeholders in braces, which stay in the document as they are.',
    fix: 'Remove them in the program that the PDF comes from, and place boxes for the values in the template.',
  },
})
