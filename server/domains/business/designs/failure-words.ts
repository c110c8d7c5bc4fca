/** What a person can do about what failed, by the code. The first seven are Canva's own. */
const words: Readonly<Record<string, string>> = {
  license_required:
    'The design has premium elements that are not paid for. Open it in Canva, buy or replace them, and export it again.',
  approval_required: 'The design waits for its reviewer in Canva. Export it again once it is approved.',
  internal_failure: 'Canva could not make the file. Export it again.',
  autofill_error: 'Canva could not fill the template. Check the texts and try again.',
  thumbnail_generation_error: 'Canva could not fill the template. Try again.',
  create_design_error: 'Canva could not make the design. Try again.',
  design_approval_error: 'The template waits for its reviewer in Canva. Try again once it is approved.',
  trial_quota_exceeded: 'The Canva plan has no uses left. Upgrade it at Canva.',
  outcome_unknown: 'Canva did not answer whether it began. Nothing was kept here; start it again.',
  design_gone: 'Canva has no such design, or its account no longer sees it.',
  address_over: 'Canva no longer has the file. Export the design again.',
  file_too_large: 'A file has more than 200 MB. Export fewer pages, or another format.',
  too_many_files: 'The export has more than 300 files. Export fewer pages.',
  file_unfit: 'What Canva sent is no file of this format. Export it again.',
  not_in_plan: 'The Canva plan of the connected account does not include this.',
  quota_used_up: 'The Canva plan has no uses left. Upgrade it at Canva.',
  right_missing: 'The consent for Canva does not cover this. An admin connects Canva again and allows it there.',
  disconnected: 'Canva was disconnected before it was done. Connect it and start again.',
  expired: 'It was not done within a day. Start it again.',
}

export const failureWords = (code: string, reason: string | null): string =>
  words[code] ?? reason ?? 'Canva refused. Open the design in Canva to see why.'
