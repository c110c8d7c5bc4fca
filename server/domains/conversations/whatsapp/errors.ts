import { errors } from '#core/errors.ts'

export const whatsappErrors = errors({
  whatsapp_not_connected: {
    status: 409,
    message: 'No WhatsApp number is connected.',
    fix: 'Connect WhatsApp under Settings → Connections.',
  },
  no_whatsapp_address: {
    status: 409,
    message: 'There is no number to write to.',
    fix: 'Add a phone number to the contact.',
  },
  template_not_found: {
    status: 404,
    message: 'There is no such template.',
    fix: 'List the templates with `list-whatsapp-templates`, or read them anew with `sync-whatsapp-templates`.',
  },
  template_not_approved: {
    status: 409,
    message: 'WhatsApp has not approved this template.',
    fix: 'Choose another one, or wait for the approval and read the templates anew.',
  },
  template_language: {
    status: 409,
    message: 'The template is not there in this language.',
    fix: 'Send one of the languages that the message names as `language`, or have the template translated.',
  },
  template_values: {
    status: 400,
    message: 'The values do not fit the template.',
    fix: 'Send one of `templateVars` for each of the template’s `values`, in their order and of their kind; the message names what is needed.',
  },
  template_unusable: {
    status: 409,
    message: 'Foyer cannot fill this kind of template.',
    fix: 'Choose another template: those with `unusable` null can be sent. Carousels, offers that end, products and catalogs are sent from the WhatsApp Manager.',
  },
  verify_token_invalid: {
    status: 403,
    message: 'Invalid verify token',
    fix: 'Give WhatsApp the verify token that is stored under Settings → Connections.',
  },
})
