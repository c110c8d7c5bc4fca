import { errors } from '#core/errors.ts'

export const whatsappErrors = errors({
  whatsapp_not_connected: {
    status: 409,
    message: 'No WhatsApp number is connected.',
    fix: 'Connect WhatsApp in Settings → Connections.',
  },
  no_whatsapp_address: {
    status: 409,
    message: 'The contact has no phone number.',
    fix: 'Add a phone number to the contact.',
  },
  template_not_found: {
    status: 404,
    message: 'The template does not exist.',
    fix: 'List the templates with `list-whatsapp-templates`, or refresh them with `sync-whatsapp-templates`.',
  },
  template_not_approved: {
    status: 409,
    message: 'WhatsApp has not approved this template.',
    fix: 'Choose another template, or wait for the approval and sync the templates.',
  },
  template_language: {
    status: 409,
    message: 'The template is not available in this language.',
    fix: 'Set `language` to one of the languages named in the message, or have the template translated.',
  },
  template_values: {
    status: 400,
    message: 'The values do not match the template.',
    fix: 'Send one of `templateVars` for each of the template’s `values`, in order and of the right kind; the message names what is missing.',
  },
  template_unusable: {
    status: 409,
    message: 'Foyer does not support this kind of template.',
    fix: 'Choose another template: those with `unusable` null can be sent. Send carousels, limited-time offers, products and catalogs from the WhatsApp Manager.',
  },
  verify_token_invalid: {
    status: 403,
    message: 'Invalid verify token',
    fix: 'Give WhatsApp the verify token stored in Settings → Connections.',
  },
})
