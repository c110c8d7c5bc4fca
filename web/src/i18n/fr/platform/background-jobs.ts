import { counted } from '#web/i18n/format.ts'

const many = (one: string, more: string) => (n: number) => `${counted(n)} ${n < 2 ? one : more}`

/** Not counted further. */
const upTo = (n: number): string => (n > 1_000 ? `${counted(1_000)}+` : counted(n))

/** French of web/src/platform/background-jobs. */
export default {
  'platform/background-jobs/held-strings': {
    title: 'Retenus après une restauration',
    loadFailed: 'Les travaux retenus n’ont pas pu être chargés',
    since: 'Cet espace de travail a été restauré. Date de la sauvegarde :',
    lead: 'Des travaux alors en file d’attente ont pu s’exécuter depuis : ils sont retenus jusqu’à ce que vous les libériez. Les nouveaux travaux s’exécutent normalement.',
    owners: 'Seul un propriétaire peut les libérer.',
    oldest: 'Le plus ancien :',
    release: 'Libérer',
    released: 'Libérés.',
    confirmTitle: 'Libérer ces travaux ?',
    confirmText: 'Cette action est irréversible.',
    kinds: {
      mails: many('e-mail', 'e-mails'),
      messages: many('message WhatsApp', 'messages WhatsApp'),
      webhooks: many('envoi de webhook', 'envois de webhook'),
      payments: many('vérification de paiement', 'vérifications de paiement'),
      syncs: many('appel, modèle ou fichier à récupérer', 'appels, modèles et fichiers à récupérer'),
      ai: many('texte d’IA à rédiger', 'textes d’IA à rédiger'),
      workflows: many('exécution de workflow', 'exécutions de workflow'),
    },
    repeats: {
      mails: 'Les e-mails déjà envoyés arrivent une seconde fois.',
      messages: 'Les messages déjà envoyés arrivent une seconde fois.',
      webhooks: 'Les points de terminaison reconnaissent une répétition à son webhook-id.',
      payments: 'Les fournisseurs sont interrogés ; rien n’est débité deux fois.',
      syncs: 'Récupérer de nouveau ne change rien.',
      ai: 'Les textes déjà rédigés sont facturés de nouveau.',
      workflows:
        'Les exécutions reprennent là où la sauvegarde les a laissées. Une étape faite depuis est refaite.',
    },
  },
  'platform/background-jobs/sentences#audit': {
    'drop-background-work': {
      done: 'a abandonné un travail en arrière-plan',
      tried: 'a essayé d’abandonner un travail en arrière-plan',
    },
    'release-held-work': {
      done: 'a libéré des travaux retenus après une restauration',
      tried: 'a essayé de libérer des travaux retenus après une restauration',
    },
    'replay-background-work': {
      done: 'a relancé un travail en arrière-plan',
      tried: 'a essayé de relancer un travail en arrière-plan',
    },
  },
  'platform/background-jobs/sentences': {
    failed: (name: string) => `Un travail en arrière-plan a échoué : ${name}`,
    failedText: 'Relancez-le ou abandonnez-le.',
    held: (n: number) =>
      n < 2
        ? `Une sauvegarde a été restaurée : ${counted(n)} élément sortant est retenu`
        : `Une sauvegarde a été restaurée : ${counted(n)} éléments sortants sont retenus`,
    heldText: 'Ils ont peut-être été envoyés avant la restauration. Vérifiez-les, puis libérez-les.',
  },
  'platform/background-jobs/strings': {
    runs: (failed: number, paused: number) =>
      `Exécutions de workflows : ${upTo(failed)} en échec, ${upTo(paused)} en pause.`,
    showRuns: 'Afficher les exécutions',
    title: 'Travaux en arrière-plan',
    about: 'Travaux et événements en file d’attente, en nouvelle tentative, en cours ou en échec.',
    workerAway: 'Aucun processus de travail ne tourne',
    workerSeen: 'Vu pour la dernière fois',
    workerFix: 'Les travaux attendent qu’il en démarre un : prévenez l’administrateur du serveur.',
    workerNever:
      'Aucun n’a encore tourné. Les travaux attendent qu’il en démarre un : prévenez l’administrateur du serveur.',
    list: 'Travaux en arrière-plan, les plus récents d’abord',
    loadFailed: 'Les travaux en arrière-plan n’ont pas pu être chargés',
    emptyTitle: 'Tous les travaux sont terminés',
    emptyText:
      'E-mails, imports et événements des fournisseurs sont traités ici. Les travaux en échec restent jusqu’à ce que vous les relanciez ou les abandonniez.',
    toOutbox: 'Ouvrir les e-mails sortants',
    toWebhooks: 'Ouvrir les webhooks',
    noneInState: 'Aucun résultat',
    showAll: 'Afficher tous les travaux',
    more: 'Afficher les plus anciens',
    job: 'Travail',
    state: 'Statut',
    anyState: 'Tous les statuts',
    choice: (state: string, n: number) => `${state} (${counted(n)})`,
    states: {
      dead: 'Échec',
      failed: 'Illisible',
      waiting: 'En file d’attente',
      running: 'En cours',
      held: 'Retenu après une restauration',
    },
    retrying: 'Nouvelle tentative',
    jobs: {
      'send-mail': 'Envoyer un e-mail',
      'send-receipt': 'Envoyer un reçu',
      'send-reset-link': 'Envoyer un lien de réinitialisation',
      'check-upload-job': 'Vérifier un fichier',
      'import-upload': 'Importer un fichier',
      'undo-upload-job': 'Annuler un import',
      'remove-upload-files': 'Supprimer un fichier importé',
      'forget-webhook': 'Effacer un webhook supprimé',
      'read-inbox': 'Traiter un événement de fournisseur',
      search: 'Mettre à jour l’index de recherche',
      identities: 'Rapprocher un lead d’un contact',
      webhooks: 'Préparer les envois de webhook',
    },
    event: (name: string, type: string) => `${name} : ${type}`,
    holdsUp: 'Les événements suivants attendent celui-ci.',
    request: (hook: string) => `Événement de fournisseur : ${hook}`,
    attempts: (n: number) => `${counted(n)} ${n < 2 ? 'tentative' : 'tentatives'}`,
    attemptsLeft: (n: number) => `encore ${counted(n)}`,
    nextAttempt: 'prochaine',
    attemptsColumn: 'Tentatives',
    record: 'Fiche',
    created: 'Création',
    retry: 'Relancer',
    runNow: 'Exécuter maintenant',
    discard: 'Abandonner',
    of: (name: string) => ` : ${name}`,
    retryTitle: (n: number) => (n < 2 ? 'Relancer ce travail ?' : `Relancer ${counted(n)} travaux ?`),
    retryText:
      'Il retourne en file d’attente avec les mêmes données et toutes ses tentatives. Les étapes terminées ne sont pas répétées.',
    runNowText: 'La prochaine tentative a lieu maintenant plutôt que plus tard.',
    readText: 'La requête enregistrée est traitée de nouveau.',
    eventText:
      'L’événement est traité de nouveau et reprend là où il a échoué. Les étapes terminées ne sont pas répétées.',
    discardTitle: (n: number) => (n < 2 ? 'Abandonner ce travail ?' : `Abandonner ${counted(n)} travaux ?`),
    discardText: 'Il ne sera pas exécuté. Cette action est irréversible ; votre motif est conservé.',
    discardEventText:
      'L’événement est ignoré pour cette étape ; la fiche elle-même n’est pas modifiée. Cette action est irréversible ; votre motif est conservé.',
    reason: 'Motif',
    reasonHint: 'Enregistré dans l’historique.',
    reasonMissing: 'Saisissez un motif.',
    discardJob: 'Abandonner le travail',
    keep: 'Garder le travail',
    retried: (n: number) =>
      n < 2 ? 'Travail remis en file d’attente.' : `${counted(n)} travaux remis en file d’attente.`,
    discarded: (n: number) => (n < 2 ? 'Travail abandonné.' : `${counted(n)} travaux abandonnés.`),
    oneTitle: 'Travail',
    oneGone: 'Ce travail est terminé, ou a été abandonné',
    oneFailed: 'Ce travail n’a pas pu être chargé',
    decidedTitle: 'Historique',
    decisions: { replayed: 'Relancé', dropped: 'Abandonné' },
    by: (name: string) => `par ${name}`,
  },
  'platform/background-jobs/module': {
    background: 'Travaux en arrière-plan',
    backgroundLead: 'Travaux en file d’attente, en nouvelle tentative ou en échec.',
  },
}
