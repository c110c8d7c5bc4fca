/**
 * Every way a call can fail: the status it travels with, the words a caller may read, and what to do about it.
 * docs/errors.md is written from this table (`npm run docs`) and a test keeps the two equal.
 */
export const errors = {
  // Everywhere
  bad_request: {
    status: 400,
    message: 'The request body is not valid.',
    mend: 'Compare the body with the API reference of this action.',
  },
  missing_field: { status: 400, message: 'Missing required field', mend: 'Send the field named in `field`.' },
  unknown_action: { status: 400, message: 'Invalid action type', mend: 'Use one of the types in the API reference.' },
  not_signed_in: {
    status: 401,
    message: 'Missing or invalid token',
    mend: 'Sign in again, or send a fresh token as `Authorization: Bearer …`.',
  },
  forbidden: { status: 403, message: 'This is not allowed for you.', mend: 'Ask an owner or admin of the workspace.' },
  foreign_organization: {
    status: 403,
    message: 'This organization is not yours.',
    mend: 'Leave the field out: the organization comes from the credential.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Requests from this origin are not allowed.',
    mend: 'Open the app at its own address, or set ALLOWED_ORIGIN_DOMAIN.',
  },
  foreign_person: {
    status: 403,
    message: 'This person is not you.',
    mend: 'Leave the field out: who you are comes from the credential.',
  },
  not_found: { status: 404, message: 'There is nothing here.', mend: 'Check the address against the API reference.' },
  method_not_allowed: {
    status: 405,
    message: 'This method is not allowed here.',
    mend: 'Use the method of the API reference.',
  },
  notice_not_found: { status: 404, message: 'There is no such notice.', mend: 'Load the notices again.' },
  conflict: { status: 409, message: 'Somebody else changed this a moment ago.', mend: 'Load it again and repeat the change.' },
  body_too_large: {
    status: 413,
    message: 'The body is larger than 64 KB.',
    mend: 'Send one lead a request; 65,536 bytes is the most, measured after decompression.',
  },
  encoding_not_supported: {
    status: 415,
    message: 'This Content-Encoding is not supported.',
    mend: 'Send the body plain, or as gzip, deflate or br.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive.',
    mend: 'Send the headers within 10 s and the body within 30 s.',
  },
  malformed_http: {
    status: 400,
    message: 'The request is not valid HTTP.',
    mend: 'Use an HTTP client; one Content-Length or chunked encoding, not both.',
  },
  body_incomplete: {
    status: 400,
    message: 'The connection ended before the body was whole.',
    mend: 'Send it again: nothing was stored. Look for a timeout or a restart on the side of the sender.',
  },
  headers_too_large: { status: 431, message: 'The request headers are too large.', mend: 'Keep all headers under 16 KB.' },
  storage_full: {
    status: 507,
    message: 'There is no room for the file on the server.',
    mend: 'What was stored before this part is kept: send it again from `received_bytes` when the operator has made room on the disk.',
  },
  upload_no_room: {
    status: 409,
    message: 'The files of this workspace take up all the room that they may.',
    mend: 'Remove uploads that are done with; the operator sets UPLOAD_MAX_FILES and UPLOAD_MAX_BYTES_PER_WORKSPACE.',
  },
  too_many_connections: {
    status: 503,
    message: 'Too many connections are open.',
    mend: 'Close those that are not needed, and try again after `Retry-After`. The operator sets MAX_CONNECTIONS and MAX_CONNECTIONS_PER_ADDRESS.',
  },
  too_many_streams: {
    status: 429,
    message: 'You have too many live pages or transfers open at once.',
    mend: 'Close some, and try again after `Retry-After`. The operator sets MAX_STREAMS_PER_MEMBER.',
  },
  too_much_at_once: {
    status: 503,
    message: 'Too much is being sent at once.',
    mend: 'Nothing was taken. Send large bodies one after the other, and try again after `Retry-After`.',
  },
  rate_limited: { status: 429, message: 'Rate limited. Try again in <N> seconds', mend: 'Wait as long as `Retry-After` says.' },
  server_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    mend: 'Try again; if it stays, look for the request id in the log.',
  },
  unavailable: {
    status: 503,
    message: 'The service cannot store anything right now.',
    mend: 'Nothing was taken. Send it again in a moment.',
  },

  // Idempotency-Key
  idempotency_key_invalid: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 visible characters.',
    mend: 'Use a UUID.',
  },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still under way.',
    mend: 'Wait for its answer, or repeat it in a second.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used with another payload.',
    mend: 'Use a new key for a new payload.',
  },

  // Lead intake
  key_invalid: {
    status: 401,
    message: 'Missing or invalid API key',
    mend: 'Send `Authorization: Bearer fo_live_…` with a key from Settings → API keys.',
  },
  key_expired: { status: 401, message: 'This API key has expired.', mend: 'Make or roll a key in Settings → API keys.' },
  key_revoked: { status: 401, message: 'This API key was revoked.', mend: 'Make a new key in Settings → API keys.' },
  scope_missing: {
    status: 403,
    message: 'This API key may not do this.',
    mend: 'Make a key with the scope that the API reference names.',
  },
  quota_exceeded: {
    status: 429,
    message: 'The monthly lead quota of this workspace is used up. Try again in <N> seconds',
    mend: 'Raise the quota in Settings → Workspace.',
  },
  body_empty: { status: 400, message: 'The body is empty; send a JSON object.', mend: 'Send the lead as JSON in the body.' },
  body_not_utf8: { status: 400, message: 'The body is not valid UTF-8.', mend: 'Encode the body as UTF-8.' },
  body_not_json: { status: 400, message: 'The body is not valid JSON.', mend: 'Check the body with a JSON validator.' },
  body_not_object: {
    status: 400,
    message: 'The body must be a JSON object.',
    mend: 'Send one lead as one object, not a list or a bare value.',
  },
  body_too_deep: {
    status: 400,
    message: 'The body is nested deeper than 32 levels.',
    mend: 'Send the fields at the top level.',
  },
  body_forbidden_key: {
    status: 400,
    message: 'The body has a member name that is not allowed.',
    mend: 'Leave out members named __proto__ or constructor.prototype.',
  },
  contact_missing: { status: 400, message: 'email or phone is required', mend: 'Send at least one of `email` and `phone`.' },
  email_malformed: { status: 400, message: 'email is not a valid address', mend: 'Send an address such as maya@example.com.' },
  phone_unreadable: {
    status: 400,
    message: 'phone is not a readable number',
    mend: 'Send it in international form, such as +4915112345678.',
  },
  field_wrong_type: { status: 400, message: 'A field has the wrong type.', mend: 'Compare the types with the API reference.' },
  field_too_long: { status: 400, message: 'A field is too long.', mend: 'Shorten it to the limit in the API reference.' },
  field_bad_text: {
    status: 400,
    message: 'A field contains NUL or a broken surrogate pair.',
    mend: 'Remove U+0000 and send whole Unicode characters.',
  },
  linkedin_url_invalid: {
    status: 400,
    message: 'linkedin_url must be an http or https address',
    mend: 'Send the whole address, with https://.',
  },
  external_id_invalid: {
    status: 400,
    message: 'external_id must be a string or a whole number up to 2^53',
    mend: 'Send long ids as strings, so that no digit is lost.',
  },
  consent_invalid: {
    status: 400,
    message: 'consent is not valid',
    mend: 'Send an object with the strings basis, source and obtained_at.',
  },
  consent_date_invalid: {
    status: 400,
    message: 'consent.obtained_at must be a real date, YYYY-MM-DD, not in the future',
    mend: 'Send a calendar date.',
  },

  // Accounts
  link_invalid: { status: 400, message: 'This link is not valid any more.', mend: 'Ask for a new one; a link works once.' },
  sign_in_failed: {
    status: 401,
    message: 'The address or the password is wrong.',
    mend: 'Check both; a new password comes by `ask-password-reset`, or by `foyer user create`.',
  },
  code_wrong: {
    status: 401,
    message: 'This code is wrong, or was used already.',
    mend: 'Wait for the next code of the app, or use another recovery code.',
  },
  challenge_invalid: {
    status: 401,
    message: 'This sign-in was begun too long ago, or is finished.',
    mend: 'Begin again with `sign-in` or `start-passkey-sign-in`.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey does not open anything here.',
    mend: 'Use another passkey, or the address and password.',
  },
  passkey_unusable: {
    status: 400,
    message: 'This passkey cannot be used.',
    mend: 'Make it at the address of this Foyer, with a device that asks for a fingerprint, face or PIN.',
  },
  passkeys_need_domain: {
    status: 409,
    message: 'Passkeys need a domain name; Foyer is reached by a bare address.',
    mend: 'Set PUBLIC_URL to an https address with a domain name.',
  },
  too_many_passkeys: { status: 409, message: 'There are 20 passkeys already.', mend: 'Remove one that is not used.' },
  passkey_not_found: { status: 404, message: 'No such passkey.', mend: 'List yours with `show-profile`.' },
  challenge_ended: {
    status: 409,
    message: 'This was begun too long ago, or is finished.',
    mend: 'Begin again with `start-passkey`.',
  },
  password_wrong: { status: 403, message: 'This is not your password.', mend: 'Send the password that you sign in with.' },
  totp_code_wrong: {
    status: 400,
    message: 'This code is wrong, or belongs to no secret.',
    mend: 'Begin with `start-totp`, and send the code that the app shows now; check the clock of the phone.',
  },
  totp_is_on: {
    status: 409,
    message: 'Codes of an authenticator app are on already.',
    mend: 'Switch them off with `remove-totp` first.',
  },
  totp_is_off: {
    status: 409,
    message: 'Codes of an authenticator app are off.',
    mend: 'Switch them on with `start-totp`.',
  },
  already_member: {
    status: 409,
    message: 'This address belongs to a member already.',
    mend: 'Change the role with `change-role`, or send a link with `send-welcome`.',
  },
  member_not_found: { status: 404, message: 'No such member.', mend: 'List the members with `list-members`.' },
  last_owner: {
    status: 409,
    message: 'A workspace needs an owner, and this is the last one.',
    mend: 'Make somebody else an owner first.',
  },
  invitation_not_found: {
    status: 404,
    message: 'No such open invitation.',
    mend: 'It may have been accepted, withdrawn or replaced; list them with `list-invitations`.',
  },
  session_not_found: { status: 404, message: 'No such session of yours.', mend: 'List them with `list-sessions`.' },
  password_too_weak: {
    status: 400,
    message: 'The password needs at least 10 characters.',
    mend: 'A few unrelated words make a good one.',
  },
  slug_taken: { status: 409, message: 'A workspace with this name exists already.', mend: 'Choose another name.' },
  person_not_found: {
    status: 404,
    message: 'No such person in this workspace.',
    mend: 'Check the address under Settings → Workspace.',
  },
  organization_not_found: { status: 404, message: 'No such workspace.', mend: 'List the workspaces with `foyer org list`.' },

  country_unknown: {
    status: 400,
    message: 'This is not a country with telephone numbers.',
    mend: 'Send an ISO 3166 code of two letters, such as DE, or null.',
  },

  // Records
  lead_not_found: { status: 404, message: 'No such lead.', mend: 'It may have been removed, or belong to another workspace.' },
  contact_not_found: {
    status: 404,
    message: 'No such contact.',
    mend: 'It may have been removed, or belong to another workspace.',
  },
  contact_taken: {
    status: 409,
    message: 'This address or number belongs to another contact.',
    mend: 'Merge the two if they are one person.',
  },
  claim_not_found: { status: 404, message: 'No such claim.', mend: 'Load the contact again.' },
  merge_not_found: { status: 404, message: 'No such merge.', mend: 'Load the contact again.' },
  merge_with_itself: {
    status: 400,
    message: 'Source and destination are the same.',
    mend: 'Choose two different ones.',
  },
  deal_not_found: { status: 404, message: 'No such deal.', mend: 'It may have been removed, or belong to another workspace.' },
  deal_linked: {
    status: 409,
    message: 'This deal went into another one.',
    mend: 'Work on the other one; `linked_to` names it.',
  },
  lost_reason_needed: {
    status: 400,
    message: 'A lost deal needs a reason.',
    mend: 'Say in `lostReason` why it was lost.',
  },
  pipeline_not_found: {
    status: 404,
    message: 'No such pipeline.',
    mend: 'It may have been archived, or belong to another workspace: list the pipelines again.',
  },
  pipeline_in_use: {
    status: 409,
    message: 'There are open deals in this pipeline, or it is the default one.',
    mend: 'Close the deals or move them, and make another pipeline the default, first.',
  },
  pipeline_incomplete: {
    status: 400,
    message: 'A pipeline needs a stage that is open, one for won and one for lost deals.',
    mend: 'Send at least one stage of each kind.',
  },
  stage_not_found: {
    status: 404,
    message: 'No such stage.',
    mend: 'It may have been archived, or belong to another pipeline: list the pipelines again.',
  },
  stage_in_use: {
    status: 409,
    message: 'There are open deals in this stage.',
    mend: 'Move the deals to another stage first.',
  },
  stage_kind_fixed: {
    status: 409,
    message: 'The kind of a stage stays what it is.',
    mend: 'Add a stage of the other kind, and archive this one.',
  },
  task_not_found: { status: 404, message: 'No such task.', mend: 'It may belong to another workspace.' },
  task_done: { status: 409, message: 'This task is done already.', mend: 'Load the tasks again.' },
  chat_claimed: {
    status: 409,
    message: 'This conversation is already with somebody else.',
    mend: 'Ask them, or hand it over with `assign`.',
  },
  message_not_found: { status: 404, message: 'No such message.', mend: 'Load the conversation again.' },
  message_not_failed: {
    status: 409,
    message: 'This message was sent, or is on its way.',
    mend: 'Only one that failed, or of which nobody knows, is sent again.',
  },
  attachment_not_here: {
    status: 409,
    message: 'This file is not here.',
    mend: 'It is being fetched from WhatsApp, or WhatsApp has it no longer: the message says which.',
  },
  client_id_reused: {
    status: 422,
    message: 'This clientMessageId was used for another message.',
    mend: 'Repeat a message with the id and content it had; give another message, or another recipient, an id of its own.',
  },
  no_channel: {
    status: 409,
    message: 'There is no way yet on which this person could be answered.',
    mend: 'Send an approved WhatsApp template, or wait until they write.',
  },
  whatsapp_not_connected: {
    status: 409,
    message: 'No WhatsApp number is connected.',
    mend: 'Connect WhatsApp under Settings → Connections.',
  },
  no_whatsapp_address: {
    status: 409,
    message: 'There is no number to write to.',
    mend: 'Add a phone number to the contact.',
  },
  window_closed: {
    status: 409,
    message: 'The 24 hours for free text are over. Send an approved template.',
    mend: 'Send `templateName`; free text goes again once the person writes.',
  },
  template_not_found: {
    status: 404,
    message: 'There is no such template.',
    mend: 'List the templates with `list-whatsapp-templates`, or read them anew with `sync-whatsapp-templates`.',
  },
  template_not_approved: {
    status: 409,
    message: 'WhatsApp has not approved this template.',
    mend: 'Choose another one, or wait for the approval and read the templates anew.',
  },
  template_language: {
    status: 409,
    message: 'The template is not there in this language.',
    mend: 'Send one of the languages that the message names as `language`, or have the template translated.',
  },
  template_values: {
    status: 400,
    message: 'The values do not fit the template.',
    mend: 'Send one of `templateVars` for each of the template’s `values`, in their order and of their kind; the message names what is needed.',
  },
  template_unusable: {
    status: 409,
    message: 'Foyer cannot fill this kind of template.',
    mend: 'Choose another template: those with `unusable` null can be sent. Carousels, offers that end, products and catalogs are sent from the WhatsApp Manager.',
  },
  verify_token_invalid: {
    status: 403,
    message: 'Invalid verify token',
    mend: 'Give WhatsApp the verify token that is stored under Settings → Connections.',
  },
  key_not_found: { status: 404, message: 'No such API key.', mend: 'List the keys in Settings → API keys.' },
  key_ended: { status: 409, message: 'This API key was revoked or has expired.', mend: 'Make a new key.' },
  key_rolled_already: {
    status: 409,
    message: 'This API key was rolled already and keeps its end.',
    mend: 'Roll or change the key that took over, or revoke this one.',
  },
  delivery_not_found: { status: 404, message: 'No such delivery.', mend: 'Deliveries are kept for 90 days.' },
  delivery_not_rejected: {
    status: 409,
    message: 'Only a rejected delivery can be replayed.',
    mend: 'This one was taken: its lead is linked.',
  },
  delivery_already_mended: { status: 409, message: 'This delivery was mended and taken already.', mend: 'Its lead is linked.' },
  delivery_body_missing: {
    status: 409,
    message: 'The body of this delivery was never received whole.',
    mend: 'Send the mended body along.',
  },

  // Replies kept ready
  canned_reply_not_found: {
    status: 404,
    message: 'No such reply is kept ready.',
    mend: 'List them with `list-canned-replies`.',
  },
  shortcut_taken: {
    status: 409,
    message: 'Another reply has this shortcut.',
    mend: 'Choose another one, or change that reply.',
  },
  too_many_canned_replies: {
    status: 409,
    message: 'A workspace can keep 500 replies ready.',
    mend: 'Remove one that nobody uses.',
  },

  // Background work
  work_not_found: {
    status: 404,
    message: 'No such work waits, runs or has stopped.',
    mend: 'It may be done by now, or somebody decided about it: look at the list again.',
  },
  work_under_way: {
    status: 409,
    message: 'This work is being done at this moment.',
    mend: 'Look again when it has ended.',
  },
  work_held: {
    status: 409,
    message: 'This work is held after a restore.',
    mend: 'An owner of the workspace releases it with the others of its kind: Settings → Background work.',
  },
  work_not_stopped: {
    status: 409,
    message: 'This work has not been tried yet.',
    mend: 'What waits for its first try is not given up; look again when it has failed.',
  },
  work_unknown: {
    status: 409,
    message: 'This version of Foyer does not know this work any more.',
    mend: 'Give it up, or replay it with the version that it is from.',
  },

  // Mail
  mail_not_found: { status: 404, message: 'No such mail.', mend: 'List the mails in Settings → Outbox.' },
  mail_sent_already: { status: 409, message: 'This mail was sent.', mend: 'Nothing is to be done; a mail is sent once.' },
  mail_under_way: {
    status: 409,
    message: 'This mail is being sent at this moment.',
    mend: 'Look at it again in half a minute.',
  },
  mail_body_gone: {
    status: 409,
    message: 'The text of this mail is kept no longer.',
    mend: 'Have it written anew: invite again, or send another link.',
  },

  // Webhooks
  webhook_not_found: { status: 404, message: 'No such webhook.', mend: 'List the webhooks in Settings → Webhooks.' },
  webhook_delivery_not_found: {
    status: 404,
    message: 'No such delivery.',
    mend: 'Deliveries to webhooks are kept for 30 days.',
  },
  webhook_disabled: {
    status: 409,
    message: 'This webhook is switched off.',
    mend: 'Switch it on with update-webhook, then let it catch up with recover-webhook.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A workspace can have 50 webhooks.',
    mend: 'Remove one that nobody needs, or have one program pass the events on.',
  },
  webhook_url_invalid: {
    status: 400,
    message: 'url is not a web address',
    mend: 'Send the whole address, with https://, without user and password in it.',
  },
  webhook_url_not_https: {
    status: 400,
    message: 'url must begin with https://',
    mend: 'Put TLS before the receiver. An operator can allow http for a host in OUTGOING_ALLOWED_PRIVATE.',
  },
  webhook_url_not_allowed: {
    status: 400,
    message: 'url is not a public address on port 80 or 443. Whoever operates Foyer can allow it in OUTGOING_ALLOWED_PRIVATE.',
    mend: 'Use a public address, or have the operator add this host, such as `hooks.internal:8080` or `10.0.0.0/8`, to OUTGOING_ALLOWED_PRIVATE.',
  },

  // The chat on a website
  chat_widget_not_found: {
    status: 404,
    message: 'No such chat for websites.',
    mend: 'It may have been removed: copy the tag anew from Settings → Website chat.',
  },
  chat_widget_off: {
    status: 403,
    message: 'This chat is switched off.',
    mend: 'Switch it on under Settings → Website chat.',
  },
  too_many_chat_widgets: {
    status: 409,
    message: 'A workspace can have 50 chats for websites.',
    mend: 'Remove one, or have several websites share one: each may list 50 origins.',
  },
  chat_origin_invalid: {
    status: 400,
    message: 'This is not the origin of a website.',
    mend: 'Write https:// and the host, such as https://www.example.com; http only for localhost.',
  },
  chat_origin_refused: {
    status: 403,
    message: 'Pages of this origin may not carry this chat.',
    mend: 'Add the origin of the page, such as https://www.example.com, under Settings → Website chat.',
  },
  chat_session_foreign: {
    status: 403,
    message: 'This is not your chat.',
    mend: 'Send the sessionId that came with the token.',
  },
  chat_session_not_found: { status: 404, message: 'No such chat.', mend: 'A session begins with its first message.' },

  // Invoices
  invoice_not_found: { status: 404, message: 'No such invoice.', mend: 'List the invoices with list-invoices.' },
  invoice_not_draft: {
    status: 409,
    message: 'This invoice was sent, so it does not change any more.',
    mend: 'Void it, with the reason, and make another.',
  },
  invoice_without_amount: {
    status: 409,
    message: 'This invoice comes to nothing.',
    mend: 'Give a line a price above 0 before sending it.',
  },
  letter_without_font: {
    status: 400,
    message: 'This has a letter that PDFs cannot show.',
    mend: 'Write it in other letters, or have the operator add the font that the message names.',
  },
  invoice_not_payable: {
    status: 409,
    message: 'The payment provider does not take this amount.',
    mend: 'Change the lines or the currency as the message says, or split the invoice. `price-invoice` tells before it is sent.',
  },
  invoice_too_large: {
    status: 400,
    message: 'The invoice comes to more than Foyer calculates with.',
    mend: 'Stay below 1,000,000,000,000 of the smallest unit of the currency, or split the invoice.',
  },
  invoice_too_long: {
    status: 409,
    message: 'The invoice has more text than a document holds.',
    mend: 'Shorten its descriptions, or split the invoice.',
  },
  document_late: {
    status: 503,
    message: 'The PDF could not be made in time.',
    mend: 'Try again in a moment: other documents of the workspace go first, one after the other.',
  },
  invoice_wrong_state: {
    status: 409,
    message: 'This is not possible in the state that the invoice is in.',
    mend: 'Look at the invoice: it may have been paid, voided or refunded meanwhile.',
  },
  invoice_not_sent: {
    status: 409,
    message: 'This invoice is a draft.',
    mend: 'Send it first: a draft can still change, so nobody can pay it.',
  },
  invoice_already_paid: { status: 409, message: 'This invoice is paid.', mend: 'Nothing is to be done.' },
  invoice_void: { status: 409, message: 'This invoice is void.', mend: 'Ask whoever sent it for the one that stands.' },

  // Payments
  payment_under_way: {
    status: 409,
    message: 'A payment of this invoice is on its way.',
    mend: 'Wait until the bank has answered: a second payment would have to be given back.',
  },
  currency_mismatch: {
    status: 409,
    message: 'The invoice has another currency.',
    mend: 'Send the currency of the invoice as `targetCurrency`: nothing is converted.',
  },
  return_url_not_allowed: {
    status: 400,
    message: 'Nobody may be sent to this address after paying.',
    mend: 'Use http or https, at the address of Foyer or at ALLOWED_ORIGIN_DOMAIN and its subdomains.',
  },
  not_connected: {
    status: 409,
    message: 'No account of the payment provider for this currency is connected.',
    mend: 'Have an admin connect one under Settings → Connections.',
  },
  provider_busy: {
    status: 503,
    message: 'The provider has too much to do.',
    mend: 'Try again after the seconds in `Retry-After`, or in a minute.',
  },
  provider_failed: {
    status: 502,
    message: 'The provider gave an answer that cannot be used.',
    mend: 'Try again in a minute. The same call is never done twice.',
  },
  provider_credentials: {
    status: 502,
    message: 'The provider does not accept the account that is connected.',
    mend: 'Have an admin look at it under Settings → Connections.',
  },
  provider_refused: {
    status: 502,
    message: 'The provider refused.',
    mend: 'The message says why, in the words of the provider.',
  },
  checkout_not_of_invoice: {
    status: 409,
    message: 'This payment was not made for this invoice.',
    mend: 'Pay the invoice by its own link.',
  },
  payment_signature_invalid: {
    status: 409,
    message: 'The signature does not fit the payment.',
    mend: 'Hand on what the checkout gave, unchanged.',
  },
  payment_refused: {
    status: 409,
    message: 'The payment does not fit the invoice, and was not counted.',
    mend: 'Whoever sent the invoice sees why on its page.',
  },
  payment_processing: {
    status: 409,
    message: 'The payment is on its way. The invoice will be paid once the bank has answered.',
    mend: 'Wait: it is settled by itself.',
  },
  payment_not_made: { status: 409, message: 'Nothing was paid.', mend: 'Open the checkout again.' },
  difference_not_found: {
    status: 404,
    message: 'There is no such difference, or it is resolved.',
    mend: 'Load the reconciliation again.',
  },
  calls_not_connected: {
    status: 409,
    message: 'No account for calls is connected.',
    mend: 'Connect Twilio in Settings → Connections.',
  },
  webhook_not_expected: {
    status: 403,
    message: 'No webhook is expected here.',
    mend: 'Use the address that Settings → Connections shows, and store the secret of the webhook there.',
  },
  webhook_signature_invalid: {
    status: 403,
    message: 'The signature of this webhook is not valid.',
    mend: 'Store the secret of this webhook under Settings → Connections, and check the clock of the server.',
  },
  pay_link_unknown: {
    status: 404,
    message: 'There is no invoice behind this link.',
    mend: 'Open the link from the mail as it stands there, or ask whoever sent it.',
  },

  // Connections to other services
  connection_not_found: {
    status: 404,
    message: 'No such connection.',
    mend: 'Load the connections again: it may have been disconnected.',
  },
  connection_exists: {
    status: 409,
    message: 'Another account of this provider is connected.',
    mend: 'Disconnect it first, if it is no longer to be used.',
  },
  credentials_malformed: {
    status: 400,
    message: 'These credentials do not look like those of this provider.',
    mend: 'Copy them whole from the provider’s own pages; `field` names the one that does not fit.',
  },
  credentials_refused: {
    status: 400,
    message: 'The provider does not accept these credentials.',
    mend: 'Copy them again from the provider’s own pages, and see that nobody has revoked them there.',
  },
  provider_unreachable: {
    status: 503,
    message: 'The provider does not answer at the moment.',
    mend: 'Try again in a minute. Nothing was changed.',
  },
  provider_wants_consent: {
    status: 400,
    message: 'This provider is connected by consenting on its own page.',
    mend: 'Begin with integration-init-oauth.',
  },
  sandbox_is_off: {
    status: 409,
    message: 'The sandbox is switched off here.',
    mend: 'Start Foyer with SANDBOX=on, or connect a real account.',
  },

  // Companies, and what models say
  ai_failed: {
    status: 500,
    message: 'Failed to generate response',
    mend: 'The message says why, in the words of the provider. Try again in a minute, or have an admin look at the account under Settings → Connections.',
  },
  prd_given: {
    status: 409,
    message: 'A person wrote these product requirements.',
    mend: 'Change them by hand: no model writes over what a person wrote.',
  },
  nothing_asked: {
    status: 409,
    message: 'The prospect has not said what they want.',
    mend: 'There is nothing to write product requirements from.',
  },
  company_not_found: {
    status: 404,
    message: 'No such company.',
    mend: 'It may belong to another workspace: list the companies again.',
  },
  company_exists: {
    status: 409,
    message: 'Another company has this domain.',
    mend: 'Use that one: a domain belongs to one company.',
  },
  company_domain_invalid: {
    status: 400,
    message: 'This is no domain of a company.',
    mend: 'Send a domain such as acme.example, and none where everybody can have a mailbox.',
  },
  fact_not_found: { status: 404, message: 'No such value.', mend: 'Load the deal or the company again.' },
  fact_not_proposed: {
    status: 409,
    message: 'Somebody has decided about this already.',
    mend: 'Load the deal or the company again.',
  },
  fact_field_unknown: {
    status: 400,
    message: 'There is no such field here.',
    mend: 'Use one of the fields in the API reference.',
  },
  fact_value_invalid: {
    status: 400,
    message: 'This is no value of that field.',
    mend: 'A website and a logo are whole http or https addresses; the rest is text.',
  },

  // Accounts that are connected by consent
  provider_wants_key: {
    status: 400,
    message: 'This provider is connected with a key, not by consent.',
    mend: 'Use connect-provider with the key from its own pages.',
  },
  provider_not_set_up: {
    status: 409,
    message: 'Foyer has no client of its own at this service yet.',
    mend: 'The operator makes one there and sets its id and secret, such as GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. With SANDBOX=on it works without.',
  },
  provider_refuses_client: {
    status: 409,
    message: 'The service does not accept Foyer’s client id or secret.',
    mend: 'The operator compares the client’s id and secret in the settings with those at the service.',
  },
  consent_unknown: {
    status: 400,
    message: 'This consent was not begun here, was used already, or took too long.',
    mend: 'Begin again under Settings → Connections, and finish in the same browser within ten minutes.',
  },
  consent_denied: {
    status: 400,
    message: 'It was not allowed.',
    mend: 'Begin again under Settings → Connections, and allow it there.',
  },
  consent_failed: {
    status: 400,
    message: 'The service does not take what it sent back itself.',
    mend: 'Begin again under Settings → Connections.',
  },
  connection_needs_consent: {
    status: 409,
    message: 'The consent for this connection has ended.',
    mend: 'Connect it again under Settings → Connections.',
  },

  // Uploaded files
  upload_not_found: {
    status: 404,
    message: 'No such file.',
    mend: 'It may have been removed, or belong to another workspace.',
  },
  upload_wrong_state: {
    status: 409,
    message: 'This cannot be done with the file as it stands.',
    mend: 'Look at the state of the file with show-upload.',
  },
  upload_busy: { status: 409, message: 'This file is being worked on.', mend: 'Wait until it is done, or cancel it.' },
  upload_offset_wrong: {
    status: 409,
    message: 'These bytes do not go on where the file ends.',
    mend: 'Send them from `received_bytes` of show-upload on.',
  },
  upload_too_large: { status: 413, message: 'The file is too large.', mend: 'Split the file, or raise UPLOAD_MAX_BYTES.' },
  upload_empty: {
    status: 400,
    message: 'There is nothing in the file.',
    mend: 'Upload a CSV file with a header row and at least one row.',
  },
  upload_not_text: { status: 400, message: 'This is not a text file.', mend: 'Save the table as CSV (UTF-8) and upload that.' },
  upload_not_mapped: {
    status: 400,
    message: 'No column is mapped to email or phone.',
    mend: 'Map at least one column to email or phone.',
  },
  upload_repeated: {
    status: 409,
    message: 'A file with the same content was imported before.',
    mend: 'Send `again: true` to have its leads twice, or map a column to external_id.',
  },
  upload_nothing_valid: {
    status: 409,
    message: 'None of the first 10,000 rows is a valid lead.',
    mend: 'Check which column is mapped to what, the delimiter and the encoding.',
  },
  upload_too_many_invalid: {
    status: 409,
    message: 'More than a million rows are not valid.',
    mend: 'Check which column is mapped to what, or mend the file first.',
  },
  upload_file_missing: {
    status: 409,
    message: 'The stored file is gone.',
    mend: 'Restore it from a backup, or upload the file again.',
  },
  upload_row_not_found: { status: 404, message: 'No such row to mend.', mend: 'List the rows with list-upload-rows.' },
  upload_row_taken: { status: 409, message: 'This row is a lead already.', mend: 'Nothing is to be done.' },
} as const satisfies Record<string, { status: number; message: string; mend: string }>

export type ErrorCode = keyof typeof errors

/** Words for the caller, and where to look: `field` is the body's own member name. */
export interface FailureDetail {
  readonly message?: string | undefined
  readonly field?: string | undefined
  readonly cause?: unknown
  /** Whole seconds until a retry can succeed; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
  /** The person whom somebody claimed to be, and did not prove: for their workspace's Activity, never for the caller. */
  readonly claimedPersonId?: string | undefined
}

/** Expected trouble with a name. Whatever else is thrown is a defect and answers `server_error`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly claimedPersonId: string | undefined

  constructor(code: ErrorCode, detail: FailureDetail = {}) {
    super(detail.message ?? errors[code].message, { cause: detail.cause })
    this.code = code
    this.field = detail.field
    this.retryAfterSeconds = detail.retryAfterSeconds
    this.claimedPersonId = detail.claimedPersonId
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** The error body of both surfaces, or the same facts as RFC 9457 problem details. */
export const errorBody = (failure: Failure, requestId: string, problem = false): Record<string, unknown> => {
  const facts = { code: failure.code, request_id: requestId, ...(failure.field === undefined ? {} : { field: failure.field }) }
  if (!problem) return { error: failure.message, ...facts }
  return {
    type: `/docs/errors#${failure.code}`,
    title: errors[failure.code].message,
    status: failure.status,
    detail: failure.message,
    ...facts,
  }
}

/** Whether the caller asked for RFC 9457 in so many words. */
export const wantsProblem = (accept: string | undefined): boolean => accept?.includes('application/problem+json') ?? false
