/** French of web/src/automation/assistant. */
export default {
  'automation/assistant/strings': {
    title: 'Demander à Foyer',
    close: 'Fermer Demander à Foyer',
    fresh: 'Nouvelle conversation',
    history: 'Conversations',
    back: 'Retour à la conversation',
    field: 'Votre question',
    placeholder: 'Posez une question sur les affaires, contacts, factures, rendez-vous…',
    placeholderAbout: 'Posez une question sur cette page, ou sur autre chose…',
    send: 'Envoyer',
    stop: 'Arrêter',
    you: 'Vous',
    it: 'Foyer',
    emptyTitle: 'Que voulez-vous savoir ?',
    emptyText:
      'Foyer cherche avec vos droits et indique ce qu’il a consulté. Ce qu’il modifierait attend votre approbation ; rien ne se passe avant.',
    waiting: 'Quelles affaires nous attendent ?',
    overdue: 'Quelles factures sont en retard ?',
    week: 'Qu’y a-t-il cette semaine ?',
    thinking: 'Réflexion…',
    looking: (summary: string) => `${summary}…`,
    interrupted: 'La réponse a été interrompue. Posez de nouveau la question pour continuer.',
    cut: 'Cette réponse s’est interrompue.',
    lengthReached: 'La réponse a été coupée à sa longueur maximale.',
    filtered: 'Le fournisseur d’IA a arrêté cette réponse en raison de son contenu.',
    fallback: (from: string, model: string) => `${model} a répondu, car ${from} ne le pouvait pas.`,
    lookedAt: 'Consulté',
    shown: (n: string) => `affichés : ${n}`,
    shownOf: (n: string, total: string, isMore: boolean) => `${n} sur ${isMore ? 'plus de ' : ''}${total}`,
    cutShort: (n: string) => `seulement les premiers (${n}) ; il y en a d’autres`,
    failed: 'lecture impossible',
    notAsked: 'La question est restée sans réponse',
    search: 'Rechercher des conversations',
    noConversation: 'Aucune conversation pour l’instant',
    noConversationText: 'Vos questions sont conservées ici pour vous seul.',
    noMatch: 'Aucune conversation ne contient ces mots',
    remove: (title: string) => `Supprimer « ${title} »`,
    removed: 'Conversation supprimée.',
    notRemoved: 'La conversation n’a pas été supprimée',
    approve: 'Approuver',
    dismiss: 'Ignorer',
    again: 'Réessayer',
    proposal: 'Suggestion',
    before: 'Actuel',
    after: 'Nouveau',
    changed: 'modifié',
    notProposed: 'Non proposé :',
    table: 'Tableau',
    leaves: 'Part à l’extérieur :',
    openUntil: 'Valable jusqu’à :',
    states: {
      open: 'Vous attend',
      running: 'En cours…',
      done: 'Fait',
      failed: 'Échec',
      expired: 'Expirée ; rien n’a été fait',
      dismissed: 'Ignorée ; rien n’a été fait',
    },
    notApproved: 'Cela n’a pas été fait',
  },
  'automation/assistant/trouble-strings': {
    usedUp: {
      workspace: {
        day: (limit: string) =>
          `L’espace de travail peut dépenser ${limit} par jour pour l’IA ; ce qu’il en reste ne suffit pas pour cette question.`,
        month: (limit: string) =>
          `L’espace de travail peut dépenser ${limit} par mois pour l’IA ; ce qu’il en reste ne suffit pas pour cette question.`,
      },
      person: {
        day: (limit: string) =>
          `Vous pouvez dépenser ${limit} par jour pour l’IA ; ce qu’il en reste ne suffit pas pour cette question.`,
        month: (limit: string) =>
          `Vous pouvez dépenser ${limit} par mois pour l’IA ; ce qu’il en reste ne suffit pas pour cette question.`,
      },
      feature: {
        day: (limit: string) =>
          `« Demander à Foyer » peut dépenser ${limit} par jour ; ce qu’il en reste ne suffit pas pour cette question.`,
        month: (limit: string) =>
          `« Demander à Foyer » peut dépenser ${limit} par mois ; ce qu’il en reste ne suffit pas pour cette question.`,
      },
    },
    again: (from: string) => `Le budget recommence le ${from}.`,
    raise: 'L’augmenter dans Paramètres → IA',
    owners: (names: string) => `Peut l’augmenter : ${names}.`,
  },
}
