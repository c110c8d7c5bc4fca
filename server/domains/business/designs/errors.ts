import { errors } from '#core/errors.ts'

export const designErrors = errors({
  canva_not_connected: {
    status: 409,
    message: 'Canva is not connected.',
    fix: 'An admin connects it on the page Designs, or in Settings → Connections.',
  },
  design_not_found: {
    status: 404,
    message: 'Canva has no such design, or its account does not see it.',
    fix: 'Use the id of a design that `canva` lists; share the design with the connected account, or check whether it was deleted.',
  },
  design_outcome_unknown: {
    status: 502,
    message: 'Canva did not say whether it made the design.',
    fix: 'Look into the list of designs before you create it again.',
  },
  design_not_in_plan: {
    status: 409,
    message: 'The Canva plan of the connected account does not include this.',
    fix: 'Brand templates need Canva Pro, Teams or Enterprise; filling them needs Enterprise.',
  },
  design_quota_used_up: {
    status: 409,
    message: 'The Canva plan of the connected account has no uses left.',
    fix: 'Upgrade the plan at Canva. Trying again later does not help.',
  },
  design_right_missing: {
    status: 409,
    message: 'The consent for Canva does not cover this.',
    fix: 'An admin connects Canva again and allows it there.',
  },
  design_template_field_unknown: {
    status: 400,
    message: 'The template has no such text field.',
    fix: 'Send texts by the names that `canva` answers to the action `template`.',
  },
  design_export_not_found: {
    status: 404,
    message: 'The export does not exist.',
    fix: 'List the designs with list-designs: it may have been removed.',
  },
  design_job_not_found: {
    status: 404,
    message: 'The autofill does not exist.',
    fix: 'Use the id that the action `autofill` answered.',
  },
  design_file_not_found: {
    status: 404,
    message: 'The file does not exist.',
    fix: 'List the designs with list-designs: it may have been removed.',
  },
  design_file_lost: {
    status: 410,
    message: 'The file is no longer in the store.',
    fix: 'Export the design again. Settings → Files lists files that are damaged.',
  },
  design_picture_not_found: {
    status: 404,
    message: 'There is no picture at this address, or no longer.',
    fix: 'List the designs again: addresses of pictures are valid for some minutes.',
  },
  design_link_not_found: {
    status: 404,
    message: 'The link does not exist.',
    fix: 'Reload the designs: it may have been removed.',
  },
})
