import { counted } from '#web/i18n/format.ts'

/** French of web/src/automation/knowledge. */
export default {
  'automation/knowledge/sentences': {
    'remove-knowledge': {
      done: 'a supprimé un document de la base de connaissances',
      tried: 'a essayé de supprimer un document de la base de connaissances',
    },
    'save-knowledge': {
      done: 'a enregistré un document de la base de connaissances',
      tried: 'a essayé d’enregistrer un document de la base de connaissances',
    },
  },
  'automation/knowledge/strings': {
    title: 'Base de connaissances',
    about:
      'Horaires, tarifs, conditions, consignes : les documents dont Demander à Foyer et les brouillons tirent leurs réponses.',
    onlyAdmins: 'Seuls les admins et les propriétaires modifient les documents.',
    failed: 'Les documents n’ont pas pu être chargés',
    emptyTitle: 'Aucun document pour l’instant',
    emptyText:
      'Notez ce que les clients demandent souvent, ou importez les tarifs et les conditions. Les réponses citent le document dont elles viennent.',
    write: 'Rédiger',
    upload: 'Importer',
    more: 'Afficher plus',
    search: 'Rechercher dans les documents',
    searchHint: 'Une question, comme un client la pose',
    searchFailed: 'La recherche a échoué',
    found: 'Passages trouvés',
    nothing: 'Aucun document n’en parle',
    nothingText: 'Ajoutez un document qui en parle.',
    documents: 'Documents',
    words: (n: number) => `${counted(n)} ${n < 2 ? 'mot' : 'mots'}`,
    passages: (n: number) => `${counted(n)} ${n < 2 ? 'passage' : 'passages'}`,
    kinds: { text: 'Texte', markdown: 'Rédigé ici', html: 'Page web', pdf: 'PDF' },
    otherLanguage: 'Autre langue',
    edit: 'Modifier',
    remove: 'Supprimer',
    removeTitle: 'Supprimer le document ?',
    removeText: 'Aucune recherche ni réponse ne l’utilisera plus. Il ne peut pas être restauré.',
    removed: (title: string) => `${title} est supprimé`,
    document: 'Document',
    documentFailed: 'Le document n’a pas pu être chargé',
    named: 'La réponse vient d’ici',
    passageGone: 'Ce passage n’existe plus',
    passageGoneText: 'Le document a été modifié depuis.',
    fromBeginning: 'Lire depuis le début',
    newTitle: 'Nouveau document',
    editTitle: 'Modifier le document',
    uploadTitle: 'Importer un document',
    name: 'Titre',
    nameMissing: 'Saisissez un titre.',
    text: 'Texte',
    textHint:
      'Les lignes qui commencent par # sont des titres. Des modèles et des clients pourront le lire : n’y mettez aucun secret.',
    textMissing: 'Écrivez un texte.',
    language: 'Langue',
    seen: 'Selon les mots du texte',
    file: 'Fichier',
    fileHint:
      'Texte, Markdown, HTML ou PDF avec du texte, 25 Mo au maximum. Le texte est conservé, pas le fichier.',
    fileMissing: 'Choisissez un fichier.',
    save: 'Enregistrer',
    notSaved: 'Non enregistré',
    saved: (title: string) => `${title} est enregistré`,
  },
  'automation/knowledge/module': {
    knowledge: 'Base de connaissances',
    knowledgeAbout: 'Des documents pour répondre.',
  },
}
