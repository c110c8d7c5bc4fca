import { figuresOf, isOne, type NoticeLines, named, upTo100 } from './line-parts.ts'

const { counted, amount } = figuresOf('de')

const mention: NoticeLines[string] = ({ by, name }) =>
  `${named(by, 'Ein Teammitglied')} hat Sie in einer Notiz${name ? ` zu ${name}` : ''} erwähnt`

/** German of the notices. */
export const de: NoticeLines = {
  deal_assigned: ({ name }) => `Sie haben einen neuen Deal: ${named(name, 'ohne Namen')}`,
  deals_assigned: ({ count }) => `${counted(count, 'neuer Deal wurde', 'neue Deals wurden')} Ihnen zugewiesen`,
  lead_assigned: ({ name }) => `Sie haben einen neuen Lead: ${named(name, 'ohne Namen')}`,
  leads_assigned: ({ count }) => `${counted(count, 'Lead wurde', 'Leads wurden')} Ihnen zugewiesen`,
  conversation_assigned: ({ name }) => `Die Unterhaltung mit ${named(name, 'einem Besucher')} wurde Ihnen zugewiesen`,
  task_assigned: ({ about }) => (about ? `Sie haben eine neue Aufgabe zu ${about}` : 'Sie haben eine neue Aufgabe'),
  message_new: ({ name }) => `${named(name, 'Ein Besucher')} hat Ihnen geschrieben`,
  email_new: ({ name }) => `${named(name, 'Ein Kontakt')} hat Ihnen eine E-Mail gesendet`,
  email_not_sent: ({ state, workflow }) =>
    workflow === undefined
      ? state === 'uncertain'
        ? 'Ob eine E-Mail von Ihnen gesendet wurde, ist nicht bekannt'
        : 'Eine E-Mail von Ihnen wurde nicht gesendet'
      : state === 'uncertain'
        ? `Ob eine E-Mail des Workflows „${workflow}“ gesendet wurde, ist nicht bekannt`
        : `Eine E-Mail des Workflows „${workflow}“ wurde nicht gesendet`,
  invoice_paid: (facts) => `${facts.name} hat die Rechnung ${facts.label} bezahlt: ${amount(facts)}`,
  invoice_overdue: (facts) => `Die Rechnung ${facts.label} an ${facts.name} ist überfällig: ${amount(facts)}`,
  document_signed: ({ title }) => `Alle haben „${title}“ unterschrieben`,
  import_done: ({ name, state, rows }) =>
    state === 'failed'
      ? `Der Import von „${name}“ ist fehlgeschlagen`
      : `„${name}“ wurde importiert: ${counted(rows, 'Lead', 'Leads')}`,
  workflow_stopped: ({ workflow }) => `„${workflow}“ wurde von einer Schutzregel gestoppt`,
  human_step_waiting: ({ workflow }) => `„${workflow}“ bittet um Ihre Antwort`,
  workflow_run_failed: ({ workflow, state }) =>
    `Ein Lauf von „${workflow}“ ist ${state === 'paused' ? 'angehalten' : 'fehlgeschlagen'}`,
  design_job_failed: () => 'Eine Datei oder ein Design konnte in Canva nicht erstellt werden',
  seal_identity_ends: () => 'Ihr Zertifikat für Dokumente läuft bald ab',
  evidence_broken: ({ title }) => `Der Nachweis zu „${title}“ ist beschädigt`,
  signing_code_failed: ({ name, title }) => `Der Code, mit dem ${name} „${title}“ unterschreibt, konnte nicht gesendet werden`,
  signer_names_other: ({ name, title }) => `${name} nennt eine andere Person, die „${title}“ unterschreiben soll`,
  document_file_damaged: ({ title }) => `Eine Datei von „${title}“ ist beschädigt`,
  payment_odd: () => 'Eine Zahlung passt nicht zu ihrer Rechnung',
  review_new: ({ count }) => (Number(count) > 1 ? counted(count, '', 'neue Bewertungen') : 'Eine neue Bewertung'),
  review_reply_failed: () => 'Eine Antwort auf eine Bewertung wurde nicht veröffentlicht',
  review_sync_stopped: () => 'Bewertungen können nicht mehr gelesen werden',
  ai_model_gone: ({ provider, model }) => `${provider} bietet das Modell ${model} nicht mehr an`,
  ai_model_ends: ({ model }) => `Das Modell ${model} wird abgeschaltet`,
  ai_ledger_differs: () => 'Die angezeigte KI-Nutzung stimmt nicht mit ihrem Buch überein',
  connection_failed: ({ provider }) => `Die Verbindung zu ${provider} braucht Aufmerksamkeit`,
  team_mailbox_ended: () => 'Ein Team-Postfach wird nicht mehr gelesen',
  webhook_disabled: ({ host }) => `Der Webhook an ${host} wurde ausgeschaltet`,
  mentioned: mention,
  mentioned_in_note: mention,
  number_unconnected: () => 'Nachrichten kamen für eine WhatsApp-Nummer an, die nicht verbunden ist',
  deal_idle: ({ name }) => `${name} hat keinen nächsten Schritt`,
  deal_unassigned: ({ name }) => `${name} konnte nicht zugewiesen werden`,
  response_due_soon: ({ name }) => `${name} wartet auf eine erste Antwort, die bald fällig ist`,
  response_late: ({ name }) => `${name} wartet länger als versprochen auf eine erste Antwort`,
  leads_due_soon: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Ein Lead')} wartet auf eine erste Antwort, die bald fällig ist`
      : `${upTo100(facts)} Leads warten auf eine erste Antwort, die bald fällig ist`,
  leads_late: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Ein Lead')} wartet länger als versprochen auf eine erste Antwort`
      : `${upTo100(facts)} Leads warten länger als versprochen auf eine erste Antwort`,
  lead_source_silent: ({ name }) => `${name} bringt keine Leads mehr`,
  lead_source_rejects: ({ name }) => `Viele Anfragen von ${name} werden abgelehnt`,
  lead_source_conflicts: ({ name }) => `Von ${name} kamen verschiedene Personen mit derselben ID`,
  lead_source_held: ({ name }) => `Anfragen von ${name} warten auf Ihre Freigabe`,
  lead_source_overrun: ({ name }) => `${name} hat in einer Minute mehr gesendet, als angenommen wird`,
  external_id_conflict: () => 'Zwei Leads kamen mit derselben externen ID',
  meta_leads_failed: ({ name }) => `Leads von ${name} konnten nicht bei Meta abgerufen werden`,
  meta_page_stopped: ({ name }) => `Leads von ${name} können nicht mehr bei Meta abgerufen werden`,
  crm_sync_stopped: ({ provider }) => `Die Synchronisierung mit ${provider} steht`,
  meeting_host_left: () => 'Ein Gastgeber eines kommenden Termins ist kein Mitglied mehr',
  meeting_changed: () => 'Ein Gastgeber hat einen Termin in seinem Kalender verschoben oder gelöscht',
  meetings_shifted: () => 'Termine zeigen seit einer Zeitumstellung eine andere Zeit als vereinbart',
  meeting_conflict: () => 'Während eines Termins steht ein anderes Ereignis im Kalender eines Gastgebers',
  meeting_step_failed: () => 'Ein Schritt nach einer Buchung ist endgültig fehlgeschlagen',
  meeting_news: () => 'Ein Termin wurde gebucht, geändert oder abgesagt, während keine E-Mail gesendet werden kann',
  calendar_gone: () => 'Den Kalender für Ihre Termine gibt es nicht mehr',
  job_failed: ({ name }) => `Ein Hintergrundjob ist fehlgeschlagen: ${name}`,
  held_after_restore: () => 'Eine Sicherung wurde wiederhergestellt; was womöglich schon gesendet wurde, wartet',
  stored_file_damaged: () => 'Eine gespeicherte Datei ist beschädigt',
  mail_failed: () => 'Eine E-Mail konnte nicht zugestellt werden',
  member_joined: ({ name }) => `${name} ist dem Arbeitsbereich beigetreten`,
  notification_test: () => 'Das ist eine Testmitteilung',
}
