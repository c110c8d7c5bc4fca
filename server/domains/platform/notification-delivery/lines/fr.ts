import { figuresOf, isOne, type NoticeLines, named, upTo100 } from './line-parts.ts'

const { counted, amount } = figuresOf('fr')

const mention: NoticeLines[string] = ({ by, name }) =>
  `${named(by, 'Un membre de l’équipe')} vous a mentionné dans une note${name ? ` sur ${name}` : ''}`

/** French of the notices. */
export const fr: NoticeLines = {
  deal_assigned: ({ name }) => `Vous avez une nouvelle affaire : ${named(name, 'sans nom')}`,
  deals_assigned: ({ count }) =>
    counted(count, 'nouvelle affaire vous a été attribuée', 'nouvelles affaires vous ont été attribuées'),
  lead_assigned: ({ name }) => `Vous avez un nouveau lead : ${named(name, 'sans nom')}`,
  leads_assigned: ({ count }) => counted(count, 'lead vous a été attribué', 'leads vous ont été attribués'),
  conversation_assigned: ({ name }) => `La conversation avec ${named(name, 'un visiteur')} vous a été attribuée`,
  task_assigned: ({ about }) => (about ? `Vous avez une nouvelle tâche pour ${about}` : 'Vous avez une nouvelle tâche'),
  message_new: ({ name }) => `${named(name, 'Un visiteur')} vous a écrit`,
  email_new: ({ name }) => `${named(name, 'Un contact')} vous a envoyé un e-mail`,
  email_not_sent: ({ state, workflow }) =>
    workflow === undefined
      ? state === 'uncertain'
        ? 'L’envoi d’un de vos e-mails est incertain'
        : 'Un de vos e-mails n’a pas été envoyé'
      : state === 'uncertain'
        ? `L’envoi d’un e-mail du workflow « ${workflow} » est incertain`
        : `Un e-mail du workflow « ${workflow} » n’a pas été envoyé`,
  invoice_paid: (facts) => `${facts.name} a payé la facture ${facts.label} : ${amount(facts)}`,
  invoice_overdue: (facts) => `La facture ${facts.label} de ${facts.name} est en retard : ${amount(facts)}`,
  document_signed: ({ title }) => `Tous ont signé « ${title} »`,
  import_done: ({ name, state, rows }) =>
    state === 'failed' ? `L’import de « ${name} » a échoué` : `« ${name} » a été importé : ${counted(rows, 'lead', 'leads')}`,
  workflow_stopped: ({ workflow }) => `Une protection a arrêté « ${workflow} »`,
  human_step_waiting: ({ workflow }) => `« ${workflow} » demande votre réponse`,
  workflow_run_failed: ({ workflow, state }) =>
    `Une exécution de « ${workflow} » ${state === 'paused' ? 'est en pause' : 'a échoué'}`,
  design_job_failed: () => 'Un fichier ou un design n’a pas pu être créé dans Canva',
  seal_identity_ends: () => 'Votre certificat pour les documents expire bientôt',
  evidence_broken: ({ title }) => `La preuve de « ${title} » est altérée`,
  signing_code_failed: ({ name, title }) => `Le code avec lequel ${name} signe « ${title} » n’a pas pu être envoyé`,
  signer_names_other: ({ name, title }) => `${name} désigne une autre personne pour signer « ${title} »`,
  document_file_damaged: ({ title }) => `Un fichier de « ${title} » est endommagé`,
  payment_odd: () => 'Un paiement ne correspond pas à sa facture',
  review_new: ({ count }) => (Number(count) > 1 ? counted(count, '', 'nouveaux avis') : 'Un nouvel avis'),
  review_reply_failed: () => 'La réponse à un avis n’a pas été publiée',
  review_sync_stopped: () => 'Les avis ne peuvent plus être lus',
  ai_model_gone: ({ provider, model }) => `${provider} ne propose plus le modèle ${model}`,
  ai_model_ends: ({ model }) => `Le modèle ${model} va être arrêté`,
  ai_ledger_differs: () => 'L’utilisation de l’IA affichée ne correspond pas à son registre',
  connection_failed: ({ provider }) => `La connexion à ${provider} demande votre attention`,
  team_mailbox_ended: () => 'Une boîte mail d’équipe n’est plus lue',
  webhook_disabled: ({ host }) => `Le webhook vers ${host} a été désactivé`,
  mentioned: mention,
  mentioned_in_note: mention,
  number_unconnected: () => 'Des messages sont arrivés pour un numéro WhatsApp qui n’est pas connecté',
  deal_idle: ({ name }) => `${name} n’a pas de prochaine action`,
  deal_unassigned: ({ name }) => `${name} n’a pas pu être attribué`,
  response_due_soon: ({ name }) => `${name} attend une première réponse, à donner bientôt`,
  response_late: ({ name }) => `${name} attend une première réponse depuis plus longtemps que promis`,
  leads_due_soon: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Un lead')} attend une première réponse, à donner bientôt`
      : `${upTo100(facts)} leads attendent une première réponse, à donner bientôt`,
  leads_late: (facts) =>
    isOne(facts)
      ? `${named(facts.name, 'Un lead')} attend une première réponse depuis plus longtemps que promis`
      : `${upTo100(facts)} leads attendent une première réponse depuis plus longtemps que promis`,
  lead_source_silent: ({ name }) => `${name} n’apporte plus de leads`,
  lead_source_rejects: ({ name }) => `De nombreuses requêtes de ${name} sont rejetées`,
  lead_source_conflicts: ({ name }) => `Des personnes différentes sont venues de ${name} avec le même ID`,
  lead_source_held: ({ name }) => `Des requêtes de ${name} attendent d’être libérées`,
  lead_source_overrun: ({ name }) => `${name} a envoyé en une minute plus que ce qui est accepté`,
  external_id_conflict: () => 'Deux leads sont arrivés avec le même identifiant externe',
  meta_leads_failed: ({ name }) => `Des leads de ${name} n’ont pas pu être récupérés chez Meta`,
  meta_page_stopped: ({ name }) => `Les leads de ${name} ne peuvent plus être récupérés chez Meta`,
  crm_sync_stopped: ({ provider }) => `La synchronisation avec ${provider} s’est arrêtée`,
  meeting_host_left: () => 'L’hôte d’un rendez-vous à venir n’est plus membre',
  meeting_changed: () => 'Un hôte a déplacé ou supprimé un rendez-vous dans son calendrier',
  meetings_shifted: () => 'Depuis un changement d’heure, des rendez-vous affichent une autre heure que convenu',
  meeting_conflict: () => 'Un autre événement occupe le calendrier d’un hôte pendant un rendez-vous',
  meeting_step_failed: () => 'Une étape après une réservation a échoué définitivement',
  meeting_news: () => 'Un rendez-vous a été réservé, modifié ou annulé alors qu’aucun e-mail ne peut partir',
  calendar_gone: () => 'Le calendrier qui reçoit vos rendez-vous n’existe plus',
  job_failed: ({ name }) => `Une tâche en arrière-plan a échoué : ${name}`,
  held_after_restore: () => 'Une sauvegarde a été restaurée ; ce qui a peut-être déjà été envoyé est retenu',
  stored_file_damaged: () => 'Un fichier enregistré est endommagé',
  mail_failed: () => 'Un e-mail n’a pas pu être remis',
  member_joined: ({ name }) => `${name} a rejoint l’espace`,
  notification_test: () => 'Ceci est une notification de test',
}
