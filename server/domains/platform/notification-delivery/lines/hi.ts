import { figuresOf, isOne, type NoticeLines, named, upTo100 } from './line-parts.ts'

const { counted, amount } = figuresOf('hi')

const mention: NoticeLines[string] = ({ by, name }) =>
  `${named(by, 'एक सहकर्मी')} ने ${name ? `${name} के बारे में ` : ''}एक नोट में आपका ज़िक्र किया`

/** Hindi of the notices. */
export const hi: NoticeLines = {
  deal_assigned: ({ name }) => `आपको एक नई डील मिली: ${named(name, 'बिना नाम')}`,
  deals_assigned: ({ count }) => `आपको ${counted(count, 'नई डील असाइन हुई', 'नई डील असाइन हुईं')}`,
  lead_assigned: ({ name }) => `आपको एक नई लीड मिली: ${named(name, 'बिना नाम')}`,
  leads_assigned: ({ count }) => `आपको ${counted(count, 'लीड असाइन हुई', 'लीड असाइन हुईं')}`,
  conversation_assigned: ({ name }) => `${named(name, 'एक विज़िटर')} के साथ बातचीत आपको असाइन हुई`,
  task_assigned: ({ about }) => (about ? `आपको ${about} के लिए एक नया टास्क मिला` : 'आपको एक नया टास्क मिला'),
  message_new: ({ name }) => `${named(name, 'एक विज़िटर')} ने आपको लिखा`,
  email_new: ({ name }) => `${named(name, 'एक संपर्क')} ने आपको ईमेल भेजा`,
  email_not_sent: ({ state, workflow }) =>
    workflow === undefined
      ? state === 'uncertain'
        ? 'आपका एक ईमेल भेजा गया या नहीं, पता नहीं'
        : 'आपका एक ईमेल नहीं भेजा गया'
      : state === 'uncertain'
        ? `वर्कफ़्लो “${workflow}” का एक ईमेल भेजा गया या नहीं, पता नहीं`
        : `वर्कफ़्लो “${workflow}” का एक ईमेल नहीं भेजा गया`,
  invoice_paid: (facts) => `${facts.name} ने इनवॉइस ${facts.label} का पेमेंट किया: ${amount(facts)}`,
  invoice_overdue: (facts) => `${facts.name} का इनवॉइस ${facts.label} ओवरड्यू है: ${amount(facts)}`,
  document_signed: ({ title }) => `“${title}” पर सबके हस्ताक्षर हो गए`,
  import_done: ({ name, state, rows }) =>
    state === 'failed' ? `“${name}” का इंपोर्ट नहीं हो सका` : `“${name}” इंपोर्ट हो गई: ${counted(rows, 'लीड', 'लीड')}`,
  workflow_stopped: ({ workflow }) => `सुरक्षा नियम ने “${workflow}” को रोक दिया`,
  human_step_waiting: ({ workflow }) => `“${workflow}” को आपका जवाब चाहिए`,
  workflow_run_failed: ({ workflow, state }) => `“${workflow}” का एक रन ${state === 'paused' ? 'रुका हुआ है' : 'पूरा नहीं हो सका'}`,
  design_job_failed: () => 'Canva में एक फ़ाइल या डिज़ाइन नहीं बन सका',
  seal_identity_ends: () => 'दस्तावेज़ों का आपका सर्टिफ़िकेट जल्द खत्म होने वाला है',
  evidence_broken: ({ title }) => `“${title}” के सबूत में गड़बड़ी है`,
  signing_code_failed: ({ name, title }) => `“${title}” पर हस्ताक्षर के लिए ${name} का कोड नहीं भेजा जा सका`,
  signer_names_other: ({ name, title }) => `${name} ने बताया कि “${title}” पर किसी और को हस्ताक्षर करने चाहिए`,
  document_file_damaged: ({ title }) => `“${title}” की एक फ़ाइल खराब है`,
  payment_odd: () => 'एक पेमेंट अपने इनवॉइस से मेल नहीं खाता',
  review_new: ({ count }) => (Number(count) > 1 ? counted(count, '', 'नए रिव्यू') : 'एक नया रिव्यू'),
  review_reply_failed: () => 'एक रिव्यू का जवाब प्रकाशित नहीं हुआ',
  review_sync_stopped: () => 'रिव्यू अब पढ़े नहीं जा सकते',
  ai_model_gone: ({ provider, model }) => `${provider} के पास अब मॉडल ${model} नहीं है`,
  ai_model_ends: ({ model }) => `मॉडल ${model} बंद होने वाला है`,
  ai_ledger_differs: () => 'दिखाया गया AI का इस्तेमाल उसके खाते से मेल नहीं खाता',
  connection_failed: ({ provider }) => `${provider} के कनेक्शन पर ध्यान देना ज़रूरी है`,
  team_mailbox_ended: () => 'टीम का एक मेलबॉक्स अब नहीं पढ़ा जा रहा',
  webhook_disabled: ({ host }) => `${host} का वेबहुक बंद कर दिया गया`,
  mentioned: mention,
  mentioned_in_note: mention,
  number_unconnected: () => 'ऐसे WhatsApp नंबर पर मैसेज आए जो कनेक्ट नहीं है',
  deal_idle: ({ name }) => `${name} का कोई अगला कदम नहीं है`,
  deal_unassigned: ({ name }) => `${name} असाइन नहीं हो सकी`,
  response_due_soon: ({ name }) => `${name} को पहले जवाब का इंतज़ार है, जिसका समय पास है`,
  response_late: ({ name }) => `${name} वादे से ज़्यादा समय से पहले जवाब का इंतज़ार कर रहे हैं`,
  leads_due_soon: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'एक लीड')} को पहले जवाब का इंतज़ार है, जिसका समय पास है`
      : `${upTo100(facts)} लीड को पहले जवाब का इंतज़ार है, जिसका समय पास है`,
  leads_late: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'एक लीड')} वादे से ज़्यादा समय से पहले जवाब का इंतज़ार कर रही है`
      : `${upTo100(facts)} लीड वादे से ज़्यादा समय से पहले जवाब का इंतज़ार कर रही हैं`,
  lead_source_silent: ({ name }) => `${name} से लीड आनी बंद हो गईं`,
  lead_source_rejects: ({ name }) => `${name} की कई रिक्वेस्ट अस्वीकार हो रही हैं`,
  lead_source_conflicts: ({ name }) => `${name} से अलग-अलग लोग एक ही ID के साथ आए`,
  lead_source_held: ({ name }) => `${name} की रिक्वेस्ट छोड़े जाने का इंतज़ार कर रही हैं`,
  lead_source_overrun: ({ name }) => `${name} ने एक मिनट में जितनी ली जाती हैं उससे ज़्यादा भेजीं`,
  external_id_conflict: () => 'दो लीड एक ही बाहरी ID के साथ आईं',
  meta_leads_failed: ({ name }) => `${name} की लीड Meta से नहीं लाई जा सकीं`,
  meta_page_stopped: ({ name }) => `${name} की लीड अब Meta से नहीं लाई जा सकतीं`,
  crm_sync_stopped: ({ provider }) => `${provider} के साथ सिंक रुक गया`,
  meeting_host_left: () => 'आने वाली एक मीटिंग के होस्ट अब सदस्य नहीं हैं',
  meeting_changed: () => 'एक होस्ट ने अपने कैलेंडर में मीटिंग का समय बदला या उसे मिटाया',
  meetings_shifted: () => 'घड़ियाँ बदलने के बाद कुछ मीटिंग तय समय से अलग समय दिखाती हैं',
  meeting_conflict: () => 'एक मीटिंग के समय होस्ट के कैलेंडर में कोई और इवेंट है',
  meeting_step_failed: () => 'बुकिंग के बाद का एक काम आखिरकार नहीं हो सका',
  meeting_news: () => 'एक मीटिंग बुक, बदली या रद्द हुई, जबकि कोई ईमेल नहीं भेजा जा सकता',
  calendar_gone: () => 'आपकी मीटिंग वाला कैलेंडर अब मौजूद नहीं है',
  job_failed: ({ name }) => `बैकग्राउंड का एक काम नहीं हो सका: ${name}`,
  held_after_restore: () => 'एक बैकअप रीस्टोर हुआ; जो शायद पहले ही भेजा जा चुका है, वह रोका गया है',
  stored_file_damaged: () => 'सहेजी गई एक फ़ाइल खराब है',
  mail_failed: () => 'एक ईमेल डिलीवर नहीं हो सका',
  member_joined: ({ name }) => `${name} वर्कस्पेस में शामिल हुए`,
  notification_test: () => 'यह एक टेस्ट सूचना है',
}
