/** French of web/src/conversations/email-files. */
export default {
  'conversations/email-files/strings': {
    add: 'Ajouter des fichiers',
    list: 'Fichiers à envoyer',
    limit: '20 Mo de fichiers au maximum',
    sum: (size: string, count: number) => `${count < 2 ? `${count} fichier` : `${count} fichiers`}, ${size} sur 20 Mo`,
    tooLarge: (size: string) =>
      `${size} de fichiers, c’est plus que les 20 Mo qu’un e-mail peut contenir. Retirez-en quelques-uns.`,
    tooMany: 'Un e-mail peut contenir 50 fichiers au maximum. Retirez-en quelques-uns.',
    sending: (name: string, percent: number) => `${name} en cours d’envoi : ${percent} %`,
    fetching: 'Récupération des fichiers du message d’origine',
    notFetched: 'Les fichiers du message d’origine n’ont pas pu être récupérés',
    remove: (name: string) => `Retirer ${name}`,
    again: (name: string) => `Envoyer ${name} de nouveau`,
    file: (name: string, size: string) => `${name}, ${size}`,
    kilobytes: (count: number) => `${count} Ko`,
    megabytes: (count: number) => `${count} Mo`,
    drop: 'Déposez les fichiers ici',
  },
}
