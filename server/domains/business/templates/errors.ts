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
  placeholder_wrong: {
    status: 400,
    message: 'A value is not of the type of its placeholder.',
    fix: 'The message names it and the type.',
  },
})
