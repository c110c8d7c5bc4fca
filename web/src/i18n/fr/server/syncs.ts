/** French of why a sync with a CRM waits or ended, and what it could not take, write or undo, by the English sentence. */
export default {
  'server/syncs/reasons': {
    'The CRM was disconnected.': 'Le CRM a été déconnecté.',
    'A person cancelled it.': 'Une personne l’a annulée.',
    'It gives the same page again and again.': 'Il donne la même page encore et encore.',
    'It gives pages without anything new and without end.': 'Il donne sans fin des pages sans rien de nouveau.',
    'It gives empty pages without end.': 'Il donne sans fin des pages vides.',
    'It goes round the same pages again and again.': 'Il repasse encore et encore par les mêmes pages.',
    'It made no progress.': 'Elle n’a pas avancé.',
    'It makes no progress; the worker may be down.': 'Elle n’avance pas ; le processus de travail est peut-être arrêté.',
    'Something went wrong on this server; its log has the details.':
      'Une erreur s’est produite sur ce serveur ; son journal contient les détails.',
    '<1> limits requests.': '<1> limite les requêtes.',
    '<1> no longer accepts the connection. Connect it again.': '<1> n’accepte plus la connexion. Reconnectez-le.',
    '<1> Connect <2> again.': '<1> Reconnectez <2>.',
    '<1> Allow it in <2>, or connect <3> with more permissions, then try again.':
      '<1> Autorisez-le dans <2>, ou connectez <3> avec plus d’autorisations, puis réessayez.',
    '<1> The permission <2> is missing. Allow it in <3>, or connect <4> with more permissions, then try again.':
      '<1> L’autorisation <2> manque. Accordez-la dans <3>, ou connectez <4> avec plus d’autorisations, puis réessayez.',
    '<1>: <2>': '<1> : <2>',
    'The value is longer than 4,000 characters; its beginning was kept.':
      'La valeur dépasse 4 000 caractères ; son début a été conservé.',
    'The custom values of this record are longer than 64 KB; some were left out.':
      'Les valeurs propres de cet enregistrement dépassent 64 Ko ; certaines ont été omises.',
    'This is not an email address.': 'Ce n’est pas une adresse e-mail.',
    'This is not a phone number.': 'Ce n’est pas un numéro de téléphone.',
    'This is not a company domain.': 'Ce n’est pas le domaine d’une entreprise.',
    'This is not a web address.': 'Ce n’est pas une adresse web.',
    'This is not an amount.': 'Ce n’est pas un montant.',
    'The amount is negative; it was left out.': 'Le montant est négatif ; il a été omis.',
    'This is not a currency code, and the workspace has no currency of its own.':
      'Ce n’est pas un code de devise, et l’espace de travail n’a pas de devise à lui.',
    'Another contact has this email address.': 'Un autre contact a cette adresse e-mail.',
    'Another contact has this number.': 'Un autre contact a ce numéro.',
    'Another record here has its identity and could not be matched; read it again with the next sync.':
      'Un autre enregistrement d’ici a son identité et n’a pas pu être rapproché ; la prochaine synchronisation le relit.',
    'It was changed here after the sync.': 'Il a été modifié ici après la synchronisation.',
    'A member pinned a value of it after the sync, or a message proved it.':
      'Un membre a épinglé l’une de ses valeurs après la synchronisation, ou un message l’a confirmée.',
    'It is used here: by a deal, a message, a document or another record, or has notes, files, tags or fields of its own.':
      'Il est utilisé ici : par une affaire, un message, un document ou un autre enregistrement, ou il a des notes, des fichiers, des étiquettes ou des champs propres.',
    'Another sync knows it, too.': 'Une autre synchronisation le connaît aussi.',
    'The value of before cannot be put back: another record has it now, or it no longer fits.':
      'L’ancienne valeur ne peut pas être rétablie : un autre enregistrement l’a maintenant, ou elle ne convient plus.',
    '<1> did not say whether it wrote the record.': '<1> n’a pas dit si l’enregistrement a été écrit.',
    '<1> did not say whether it made the record.': '<1> n’a pas dit si l’enregistrement a été créé.',
    '<1> no longer has this record.': '<1> n’a plus cet enregistrement.',
    '<1> has no such field.': '<1> n’a pas de tel champ.',
    '<1> has no such stage.': '<1> n’a pas de telle étape.',
    '<1> does not take a value for this field.': '<1> n’accepte aucune valeur pour ce champ.',
    '<1> does not let this field be empty.': '<1> ne laisse pas ce champ vide.',
    '<1> takes no such value for a field of type <2>.': '<1> n’accepte pas une telle valeur pour un champ de type <2>.',
    '<1> has no field <2> that can be written.': '<1> n’a aucun champ <2> qui puisse être écrit.',
    'The value for <1> is no number.': 'La valeur de <1> n’est pas un nombre.',
    'The record has no id.': 'L’enregistrement n’a pas d’id.',
    'The record has no ID.': 'L’enregistrement n’a pas d’ID.',
    'The record has no id that can be read.': 'L’enregistrement n’a pas d’id lisible.',
    'The record has no modification time.': 'L’enregistrement n’a pas de date de modification.',
    'The modification time cannot be read.': 'La date de modification est illisible.',
    'The record has no properties.': 'L’enregistrement n’a pas de propriétés.',
    'The value of <1> is not text.': 'La valeur de <1> n’est pas un texte.',
    'The contacts of the record cannot be read.': 'Les contacts de l’enregistrement sont illisibles.',
    'The record is larger than 32 MB.': 'L’enregistrement dépasse 32 Mo.',
    'The record is longer than 32 MB.': 'L’enregistrement fait plus de 32 Mo.',
    'The record kept changing while it was read.': 'L’enregistrement n’a cessé de changer pendant sa lecture.',
  },
}
