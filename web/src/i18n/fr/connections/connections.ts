import { counted } from '#web/i18n/format.ts'

/** French of web/src/connections/connections. */
export default {
  'connections/connections/client-strings': {
    title: (service: string) => `Client OAuth pour ${service}`,
    loadFailed: 'Le client OAuth n’a pas pu être chargé',
    text: (service: string) =>
      `${service} n’admet que les programmes connus. Enregistrez-y Foyer une fois ; votre équipe pourra ensuite connecter des comptes.`,
    simulated: 'D’ici là, le bac à sable simule le service.',
    operator:
      'L’administrateur du serveur en a enregistré un. Votre propre client le remplace pour cet espace de travail.',
    steps: 'Enregistrer Foyer',
    open: 'Ouvrez le service, et allez à :',
    redirect: 'Ajoutez cette URL de redirection',
    redirectLabel: 'URL de redirection',
    scopes: 'Accordez ces autorisations, si elles sont demandées',
    copy: 'Copiez ici l’identifiant client et le secret',
    clientId: 'Identifiant client',
    clientSecret: 'Secret client',
    secretHint: 'Il est chiffré à l’enregistrement et jamais réaffiché.',
    keepHint: 'Laissez vide pour garder le secret enregistré.',
    missing: 'Obligatoire',
    save: 'Enregistrer le client',
    saved: (service: string) => `Le client OAuth pour ${service} est enregistré.`,
    remove: 'Supprimer le client',
    removeTitle: (service: string) => `Supprimer le client OAuth pour ${service} ?`,
    removeText: (n: number) =>
      n === 0
        ? 'Son secret est supprimé maintenant. Aucun compte n’a été connecté avec lui.'
        : `Son secret est supprimé maintenant. ${n === 1 ? '1 compte connecté avec lui doit être reconnecté.' : `${counted(n)} comptes connectés avec lui doivent être reconnectés.`}`,
    removed: (service: string) => `Le client OAuth pour ${service} est supprimé.`,
    keep: 'Garder le client',
    inUse: (n: number) =>
      n < 2
        ? `${counted(n)} compte a été connecté avec lui.`
        : `${counted(n)} comptes ont été connectés avec lui.`,
    others: 'Les comptes connectés avec un autre client le gardent jusqu’à leur reconnexion.',
  },
  'connections/connections/sentences#audit': {
    'connect-provider': {
      done: 'a connecté un compte ou remplacé sa clé',
      tried: 'a essayé de connecter un compte ou de remplacer sa clé',
    },
    'connect-sandbox': {
      done: 'a connecté un compte du bac à sable',
      tried: 'a essayé de connecter un compte du bac à sable',
    },
    'integration-callback': {
      done: 'a connecté un compte avec OAuth',
      tried: 'a essayé de connecter un compte avec OAuth',
    },
    'integration-disconnect': { done: 'a déconnecté un compte', tried: 'a essayé de déconnecter un compte' },
    'integration-init-oauth': {
      done: 'a commencé à connecter un compte avec OAuth',
      tried: 'a essayé de connecter un compte avec OAuth',
    },
    'integration-refresh': {
      done: 'a renouvelé le jeton d’une connexion',
      tried: 'a essayé de renouveler le jeton d’une connexion',
    },
    'remove-oauth-client': {
      done: 'a supprimé le client OAuth d’un service',
      tried: 'a essayé de supprimer le client OAuth d’un service',
    },
    'save-oauth-client': {
      done: 'a enregistré un client OAuth pour un service',
      tried: 'a essayé d’enregistrer un client OAuth pour un service',
    },
    'integration-test': { done: 'a testé une connexion', tried: 'a essayé de tester une connexion' },
  },
  'connections/connections/sentences': {
    failed: (provider: string) => `La connexion à ${provider} demande votre attention`,
    modelGone: (provider: string, model: string) => `${provider} n’a plus le modèle ${model}`,
    modelGoneText: (setting: string) =>
      `Plus rien n’est généré avec lui. Définissez un modèle actuel dans ${setting} et redémarrez Foyer, ou adressez-vous à l’administrateur du serveur. Le travail en file d’attente reprend sous six heures, ou aussitôt si vous le relancez.`,
    numberUnconnected: (number: string) => `Le numéro WhatsApp ${number} n’est pas connecté`,
    numberUnconnectedText: (n: number) =>
      n < 2
        ? `${counted(n)} message est en attente. Connectez le numéro pour le lire.`
        : `${counted(n)} messages sont en attente. Connectez le numéro pour les lire.`,
  },
  'connections/connections/strings': {
    title: 'Connexions',
    about: 'Connectez les services que vous utilisez.',
    search: 'Rechercher des services',
    noneFound: 'Aucun service trouvé',
    noneFoundText: 'Les webhooks et l’API de Foyer permettent d’atteindre les services qui ne sont pas listés ici.',
    showAll: 'Afficher tous les services',
    groups: {
      money: 'Paiements et comptabilité',
      messages: 'E-mails, messages et appels',
      work: 'Travail et fichiers',
      marketing: 'Marketing et formulaires',
      ai: 'IA',
    },
    unconnected: 'Numéros non connectés',
    notConnectedHere: (n: number) =>
      n < 2
        ? `n’est pas connecté. ${counted(n)} message est en attente.`
        : `n’est pas connecté. ${counted(n)} messages sont en attente.`,
    connectNumber: (id: string) => `Connectez-le pour les lire (ID du numéro ${id})`,
    loadFailed: 'Les connexions n’ont pas pu être chargées',
    gone: 'Cette connexion n’existe pas. Elle a peut-être été supprimée.',
    askAdmin: 'Demandez à un admin de la connecter.',
    askOwner: 'Le propriétaire la configure d’abord.',
    setUp: 'Configurer',
    setUpOf: (title: string) => `Configurer ${title}`,
    clientOf: (title: string) => `Client OAuth pour ${title}`,
    client: 'Client OAuth',
    connectAnother: 'Connecter un autre compte',
    goOn: 'Continuer',
    state: 'Statut',
    pill: {
      none: 'Non connecté',
      connected: 'Connecté',
      needs_reauth: 'À reconnecter',
      error: 'Rejeté',
      disconnected: 'Déconnecté',
      sandbox: 'Simulé',
      resting: 'En pause',
    },
    well: 'Le dernier appel a réussi.',
    unused: 'Aucun appel pour l’instant.',
    simulated: 'Compte du bac à sable, ni appels ni argent réels.',
    testMoney: 'Compte de test, pas d’argent réel.',
    lastFailed: (reason: string) => `Le dernier appel a échoué. ${reason}`,
    resting: (reason: string) =>
      `Les appels échouaient sans cesse : ils sont en pause et retentés automatiquement. ${reason}`,
    refused: (reason: string) => `${reason} Copiez de nouveau la clé depuis le fournisseur et remplacez-la ici.`,
    reauth: (reason: string) => `${reason} Reconnectez le compte.`,
    details: 'Détails',
    account: 'Compte',
    kindOfAccount: 'Mode',
    kinds: { live: 'Compte réel', test: 'Compte de test', sandbox: 'Compte du bac à sable' },
    scopes: 'Autorisations',
    connectedAt: 'Connecté',
    lastCall: 'Dernier appel',
    never: 'Jamais',
    renewed: 'Expiration du jeton',
    connect: 'Connecter',
    connectReal: 'Connecter un compte réel',
    connectRealTo: (title: string) => `Connecter un compte réel : ${title}`,
    reconnect: 'Reconnecter',
    reconnectTo: (title: string) => `Reconnecter ${title}`,
    connectTo: (title: string) => `Connecter ${title}`,
    connectDeveloper: 'Compte développeur',
    connectDeveloperTo: (title: string) => `Connecter un compte développeur de ${title}`,
    useSandbox: 'Utiliser le bac à sable',
    sandboxFor: (title: string) => `Utiliser le bac à sable pour ${title}`,
    sandboxUsed: 'Bac à sable connecté.',
    connected: (title: string, account: string) => `${title} connecté${account === '' ? '' : ` : ${account}`}.`,
    formText: 'La clé est testée avant l’enregistrement. Elle est chiffrée et jamais réaffichée.',
    replaceText: 'La nouvelle clé est testée avant de remplacer l’ancienne. L’URL du webhook reste la même.',
    missing: 'Obligatoire',
    optional: (label: string) => `${label} (facultatif)`,
    submitConnect: 'Tester et connecter',
    submitReplace: 'Tester et remplacer',
    actionsOf: (title: string) => `Actions pour ${title}`,
    replace: 'Remplacer la clé',
    replaceTitle: (title: string) => `Remplacer la clé ${title}`,
    test: 'Tester la connexion',
    testSucceeded: (milliseconds: number) => `Connecté : réponse en ${counted(milliseconds)} ms.`,
    testAccount: (account: string) => `Compte : ${account}`,
    testFailed: 'Le test a échoué',
    disconnect: 'Déconnecter',
    disconnectTitle: (title: string) => `Déconnecter ${title} ?`,
    disconnectText:
      'Ses identifiants sont supprimés maintenant, et les paiements, messages ou e-mails qui passaient par lui s’arrêtent. Les données passées restent.',
    disconnectPayments:
      'Les sessions de paiement ouvertes sont d’abord annulées. Les commandes Razorpay ne peuvent pas l’être : la clé est donc gardée jusqu’à une semaine pour voir les paiements tardifs.',
    keep: 'Garder la connexion',
    disconnected: (title: string) => `${title} déconnecté.`,
    disconnectedOpen: (title: string, n: number) =>
      n < 2
        ? `${title} déconnecté. ${counted(n)} session de paiement ouverte est en cours d’annulation.`
        : `${title} déconnecté. ${counted(n)} sessions de paiement ouvertes sont en cours d’annulation.`,
    webhook: 'Webhook',
    webhookAddress: 'URL du webhook',
    webhookReady: 'Les événements arrivent en temps réel. Aucune action requise.',
    webhookWaiting: 'Foyer enregistre son webhook.',
    webhookByHand: {
      stripe:
        'Ajoutez cette URL dans Stripe → Développeurs → Webhooks, sélectionnez tous les événements checkout, payment, charge et dispute, et enregistrez le secret de signature avec « Remplacer la clé ».',
      razorpay:
        'Ajoutez cette URL dans Razorpay → Account & settings → Webhooks avec un secret de votre choix et tous les événements payment, order, refund et dispute, et enregistrez le secret avec « Remplacer la clé ».',
      twilio:
        'Définissez cette URL dans la console Twilio, en POST : comme Voice request URL de l’application TwiML et du numéro, et comme leur status callback.',
      whatsapp:
        'Ajoutez cette URL dans Meta for Developers → votre application → WhatsApp → Configuration avec le jeton de vérification saisi ici, et abonnez-vous à « messages » et « message_template_status_update ».',
    },
    webhookMeanwhile: {
      twilio: 'D’ici là, aucun appel ne peut être passé ni reçu.',
      stripe: 'D’ici là, les paiements apparaissent avec quelques minutes de retard.',
      razorpay: 'D’ici là, les paiements apparaissent avec quelques minutes de retard.',
      whatsapp: 'D’ici là, aucun message n’arrive.',
    },
    calls: 'Appels API',
    callsText: `Les ${counted(1_000)} derniers appels API (30 jours). Le corps des requêtes et des réponses n’est pas conservé.`,
    callsFailed: 'Les appels API n’ont pas pu être chargés',
    noCalls: 'Aucun appel pour l’instant',
    noCallsText: 'Testez la connexion pour voir un appel ici.',
    operation: 'Opération',
    requestId: 'ID de la requête',
    response: 'Réponse',
    request: 'Requête',
    when: 'Date',
    outcomes: {
      ok: 'Réussi',
      refused: 'Rejeté',
      rate_limited: 'Limite de débit',
      failed: 'Échec',
      cut: 'Interrompu',
      timed_out: 'Délai dépassé',
      no_answer: 'Sans réponse',
    },
    answered: (status: number) => `réponse ${status}`,
    attempts: (n: number) => `${counted(n)} ${n < 2 ? 'tentative' : 'tentatives'}`,
    took: (milliseconds: number) => `${counted(milliseconds)} ms`,
  },
  'connections/connections/module': {
    connections: 'Connexions',
    connectionsLead: 'Connectez les services que vous utilisez.',
  },
}
