import type { Language } from '#shapes/languages.ts'
import type { VerifiedTimestamp } from '../documents/verifying.ts'

type StampFault = NonNullable<VerifiedTimestamp['fault']>

/** What the pages say on which documents are verified. */
export interface VerifyStrings {
  title: string
  intro: string
  number: string
  numberHint: string
  verify: string
  signedTitle: string
  signedSays: string
  openTitle: string
  openSays: string
  invalidTitle: string
  invalidSays: string
  mistyped: string
  ended: string
  changed: string
  invalidThen: string
  signedBy: string
  /** By a name that is not the one that they were asked by. */
  signedAs: string
  /** In their fields stands a name that is neither. */
  writtenAs: string
  link: string
  session: string
  attested: string
  onPaper: string
  paperAttached: string
  uploaded: string
  uploadedBy: string
  timestamp: string
  stamped: string
  stampHolds: string
  stampBroken: string
  unstamped: string
  noTimestamp: string
  stampFaults: Readonly<Record<StampFault, string>>
  longTerm: string
  longTermHolds: string
  longTermMissing: string
  longTermBroken: string
  fileTitle: string
  fileSays: string
  file: string
  drop: string
  digest: string
  digestHint: string
  check: string
  isOriginal: string
  isSealed: string
  isCertificate: string
  isUploaded: string
  isUploadedSays: string
  isBare: string
  isBareSays: string
  isOther: string
  isShared: string
  isSharedSays: string
  isNone: string
  isNoneSays: string
  badDigest: string
  reading: string
  unreadable: string
  other: string
}

const en: VerifyStrings = {
  title: 'Verify a document',
  intro: 'See whether a document is signed by all, and whether your file is unchanged.',
  number: 'Document number',
  numberHint: 'It is in the address at the foot of each page.',
  verify: 'Verify document',
  signedTitle: 'Signed by all, and unchanged',
  signedSays: 'The stored files and the record of the signatures were checked just now: both are intact.',
  openTitle: 'Open for signing',
  openSays: 'Not all have signed yet. Who signs is shown once all have.',
  invalidTitle: 'Not valid',
  invalidSays: 'No valid document has this number. It may be that:',
  mistyped: 'the number was mistyped, or the document is from another server',
  ended: 'the document was declined, taken back, or not signed in time',
  changed: 'the stored document or its record was changed',
  invalidThen: 'Do not rely on the document. Ask the sender.',
  signedBy: 'Signed by',
  signedAs: 'Signed as {name}',
  writtenAs: 'In the document stands {name}',
  link: 'by a personal link, sent by email',
  session: 'signed in with an account',
  attested: 'as attested by the sender',
  onPaper: 'signed by hand on paper, as attested by the sender',
  paperAttached: 'The scan is attached to the sealed document.',
  uploaded: 'Uploaded {at}.',
  uploadedBy: 'Uploaded {at} by {by}.',
  timestamp: 'Timestamp',
  stamped: '{at}, by {authority}',
  stampHolds: 'It is in the signed file, was checked just now, and holds: the file existed then as it is now.',
  stampBroken: 'This timestamp does not hold. Do not rely on the time above.',
  unstamped: 'None: the timestamp authority did not answer in time. The times above are those of the sender’s server.',
  noTimestamp: 'None. The times above are those of the sender’s server; no timestamp authority confirmed them.',
  stampFaults: {
    unreadable: 'The timestamp cannot be read.',
    not_timestamp: 'What stands for a timestamp is none.',
    other_signature: 'The timestamp is of another signature.',
    changed: 'The timestamp was changed.',
    no_certificate: 'The certificate of the timestamp authority is missing.',
    wrong_signature: 'The signature of the timestamp authority is not valid.',
    other_certificate: 'The timestamp names another certificate than the one that signed it.',
    not_authority: 'The certificate that signed the timestamp is not one of a timestamp authority.',
    certificate_ended: 'A certificate of the timestamp authority was not valid at that time.',
    removed: 'The file has no timestamp.',
    other: 'The timestamp in the file is not the one that the record names.',
  },
  longTerm: 'Long-term validation',
  longTermHolds:
    'The signed file carries the certificates and revocation lists (CRL) by which it can be verified when its authorities are gone. They were checked just now, and hold. They follow the seal, so some programs say that not the whole document is signed.',
  longTermMissing: 'The data was asked for, and could not be had when the document was sealed.',
  longTermBroken: 'This data does not hold.',
  fileTitle: 'Verify your file',
  fileSays: 'The file stays on your device. Only its fingerprint (SHA-256) is sent.',
  file: 'PDF file',
  drop: 'Choose the file, or drop it here.',
  digest: 'SHA-256 of the file',
  digestHint: '64 characters: 0–9 and a–f.',
  check: 'Verify file',
  isOriginal: 'Your file is this document as it was sent for signing, without the signatures.',
  isSealed: 'Your file is this document, signed and sealed, and unchanged.',
  isCertificate: 'Your file is the certificate of this document, unchanged.',
  isUploaded: 'Your file is a paper that was signed by hand for this document.',
  isUploadedSays: 'Who signed it is what the sender says.',
  isBare: 'Data for long-term validation was removed from your file.',
  isBareSays:
    'The document itself is as it was signed and sealed, and its seal says that this data follows. Ask the sender for the sealed file as it was given out.',
  isOther: 'Your file belongs to another document: {title}.',
  isShared: 'Your file belongs to several documents.',
  isSharedSays:
    'So it does not say which of them is meant, whether that is valid, or who signed it. Enter the number of your document and choose the file there, or ask the sender for the sealed file.',
  isNone: 'Your file is none that is known here.',
  isNoneSays:
    'It was changed, saved again by another program, printed and scanned, or comes from another place, or its document is not valid. Nothing in it is confirmed here. Ask the sender for the sealed file.',
  badDigest: 'A SHA-256 has 64 characters: 0–9 and a–f.',
  reading: 'Reading the file …',
  unreadable: 'The file could not be read.',
  other: 'Verify another document',
}

const de: VerifyStrings = {
  title: 'Dokument prüfen',
  intro: 'Sehen Sie, ob ein Dokument von allen unterschrieben ist und ob Ihre Datei unverändert ist.',
  number: 'Dokumentnummer',
  numberHint: 'Sie steht in der Adresse am Fuß jeder Seite.',
  verify: 'Dokument prüfen',
  signedTitle: 'Von allen unterschrieben und unverändert',
  signedSays: 'Die gespeicherten Dateien und das Protokoll der Unterschriften wurden eben geprüft: Beide sind unversehrt.',
  openTitle: 'Offen zur Unterschrift',
  openSays: 'Noch haben nicht alle unterschrieben. Wer unterschreibt, steht hier, sobald alle unterschrieben haben.',
  invalidTitle: 'Nicht gültig',
  invalidSays: 'Kein gültiges Dokument hat diese Nummer. Mögliche Gründe:',
  mistyped: 'die Nummer ist falsch geschrieben, oder das Dokument kommt von einem anderen Server',
  ended: 'das Dokument wurde abgelehnt, zurückgezogen oder nicht rechtzeitig unterschrieben',
  changed: 'das gespeicherte Dokument oder sein Protokoll wurde verändert',
  invalidThen: 'Verlassen Sie sich nicht auf das Dokument. Fragen Sie den Absender.',
  signedBy: 'Unterschrieben von',
  signedAs: 'Unterschrieben als {name}',
  writtenAs: 'Im Dokument steht {name}',
  link: 'über einen persönlichen Link per E-Mail',
  session: 'angemeldet mit einem Konto',
  attested: 'wie vom Absender bestätigt',
  onPaper: 'von Hand auf Papier unterschrieben, wie vom Absender bestätigt',
  paperAttached: 'Der Scan liegt dem versiegelten Dokument bei.',
  uploaded: 'Hochgeladen am {at}.',
  uploadedBy: 'Hochgeladen am {at} von {by}.',
  timestamp: 'Zeitstempel',
  stamped: '{at}, von {authority}',
  stampHolds:
    'Er steht in der unterschriebenen Datei, wurde eben geprüft und ist gültig: Die Datei war damals so, wie sie jetzt ist.',
  stampBroken: 'Dieser Zeitstempel ist nicht gültig. Verlassen Sie sich nicht auf die Zeit oben.',
  unstamped:
    'Keiner: Der Zeitstempeldienst hat nicht rechtzeitig geantwortet. Die Zeiten oben sind die des Servers des Absenders.',
  noTimestamp: 'Keiner. Die Zeiten oben sind die des Servers des Absenders; kein Zeitstempeldienst hat sie bestätigt.',
  stampFaults: {
    unreadable: 'Der Zeitstempel ist nicht lesbar.',
    not_timestamp: 'Was als Zeitstempel dasteht, ist keiner.',
    other_signature: 'Der Zeitstempel gehört zu einer anderen Signatur.',
    changed: 'Der Zeitstempel wurde verändert.',
    no_certificate: 'Das Zertifikat des Zeitstempeldienstes fehlt.',
    wrong_signature: 'Die Signatur des Zeitstempeldienstes ist nicht gültig.',
    other_certificate: 'Der Zeitstempel nennt ein anderes Zertifikat als das, mit dem er signiert wurde.',
    not_authority: 'Das Zertifikat, mit dem der Zeitstempel signiert wurde, ist keines eines Zeitstempeldienstes.',
    certificate_ended: 'Ein Zertifikat des Zeitstempeldienstes war zu dieser Zeit nicht gültig.',
    removed: 'Die Datei hat keinen Zeitstempel.',
    other: 'Der Zeitstempel in der Datei ist nicht der, den das Protokoll nennt.',
  },
  longTerm: 'Langzeitprüfung',
  longTermHolds:
    'Die unterschriebene Datei enthält die Zertifikate und Sperrlisten (CRL), mit denen sie sich prüfen lässt, wenn es die Dienste nicht mehr gibt. Sie wurden eben geprüft und sind gültig. Sie folgen auf das Siegel; manche Programme melden deshalb, dass nicht das ganze Dokument signiert ist.',
  longTermMissing: 'Die Daten waren verlangt und beim Versiegeln nicht zu bekommen.',
  longTermBroken: 'Diese Daten sind nicht gültig.',
  fileTitle: 'Ihre Datei prüfen',
  fileSays: 'Die Datei bleibt auf Ihrem Gerät. Nur ihr Fingerabdruck (SHA-256) wird gesendet.',
  file: 'PDF-Datei',
  drop: 'Wählen Sie die Datei oder legen Sie sie hier ab.',
  digest: 'SHA-256 der Datei',
  digestHint: '64 Zeichen: 0–9 und a–f.',
  check: 'Datei prüfen',
  isOriginal: 'Ihre Datei ist dieses Dokument, wie es zur Unterschrift gesendet wurde, ohne die Unterschriften.',
  isSealed: 'Ihre Datei ist dieses Dokument, unterschrieben und versiegelt, unverändert.',
  isCertificate: 'Ihre Datei ist das Zertifikat dieses Dokuments, unverändert.',
  isUploaded: 'Ihre Datei ist ein Papier, das für dieses Dokument von Hand unterschrieben wurde.',
  isUploadedSays: 'Wer es unterschrieben hat, ist die Angabe des Absenders.',
  isBare: 'Aus Ihrer Datei wurden Daten für die Langzeitprüfung entfernt.',
  isBareSays:
    'Das Dokument selbst ist so, wie es unterschrieben und versiegelt wurde, und sein Siegel sagt, dass diese Daten folgen. Bitten Sie den Absender um die versiegelte Datei, wie sie ausgegeben wurde.',
  isOther: 'Ihre Datei gehört zu einem anderen Dokument: {title}.',
  isShared: 'Ihre Datei gehört zu mehreren Dokumenten.',
  isSharedSays:
    'Sie sagt deshalb nicht, welches gemeint ist, ob es gültig ist und wer es unterschrieben hat. Geben Sie die Nummer Ihres Dokuments ein und wählen Sie die Datei dort, oder bitten Sie den Absender um die versiegelte Datei.',
  isNone: 'Ihre Datei ist hier nicht bekannt.',
  isNoneSays:
    'Sie wurde verändert, von einem anderen Programm neu gespeichert, gedruckt und gescannt, oder sie kommt von anderswo, oder ihr Dokument ist nicht gültig. Nichts darin wird hier bestätigt. Bitten Sie den Absender um die versiegelte Datei.',
  badDigest: 'Ein SHA-256 hat 64 Zeichen: 0–9 und a–f.',
  reading: 'Die Datei wird gelesen …',
  unreadable: 'Die Datei konnte nicht gelesen werden.',
  other: 'Anderes Dokument prüfen',
}

const fr: VerifyStrings = {
  title: 'Vérifier un document',
  intro: 'Voyez si un document est signé par tous et si votre fichier est inchangé.',
  number: 'Numéro du document',
  numberHint: 'Il se trouve dans l’adresse au bas de chaque page.',
  verify: 'Vérifier le document',
  signedTitle: 'Signé par tous et inchangé',
  signedSays: 'Les fichiers conservés et le journal des signatures viennent d’être contrôlés : les deux sont intacts.',
  openTitle: 'Ouvert à la signature',
  openSays: 'Tous n’ont pas encore signé. Les signataires sont affichés une fois que tous ont signé.',
  invalidTitle: 'Non valide',
  invalidSays: 'Aucun document valide ne porte ce numéro. Raisons possibles :',
  mistyped: 'le numéro est mal saisi, ou le document vient d’un autre serveur',
  ended: 'le document a été refusé, retiré ou n’a pas été signé à temps',
  changed: 'le document conservé ou son journal a été modifié',
  invalidThen: 'Ne vous fiez pas au document. Demandez à l’expéditeur.',
  signedBy: 'Signé par',
  signedAs: 'Signé sous le nom de {name}',
  writtenAs: 'Dans le document figure {name}',
  link: 'par un lien personnel, envoyé par e-mail',
  session: 'connecté avec un compte',
  attested: 'comme l’atteste l’expéditeur',
  onPaper: 'signé à la main sur papier, comme l’atteste l’expéditeur',
  paperAttached: 'La numérisation est jointe au document scellé.',
  uploaded: 'Importé le {at}.',
  uploadedBy: 'Importé le {at} par {by}.',
  timestamp: 'Horodatage',
  stamped: '{at}, par {authority}',
  stampHolds:
    'Il se trouve dans le fichier signé, vient d’être vérifié et il est valide : le fichier était alors tel qu’il est maintenant.',
  stampBroken: 'Cet horodatage n’est pas valide. Ne vous fiez pas à l’heure ci-dessus.',
  unstamped:
    'Aucun : le service d’horodatage n’a pas répondu à temps. Les heures ci-dessus sont celles du serveur de l’expéditeur.',
  noTimestamp:
    'Aucun. Les heures ci-dessus sont celles du serveur de l’expéditeur ; aucun service d’horodatage ne les a confirmées.',
  stampFaults: {
    unreadable: 'L’horodatage est illisible.',
    not_timestamp: 'Ce qui tient lieu d’horodatage n’en est pas un.',
    other_signature: 'L’horodatage est celui d’une autre signature.',
    changed: 'L’horodatage a été modifié.',
    no_certificate: 'Le certificat du service d’horodatage manque.',
    wrong_signature: 'La signature du service d’horodatage n’est pas valide.',
    other_certificate: 'L’horodatage nomme un autre certificat que celui qui l’a signé.',
    not_authority: 'Le certificat qui a signé l’horodatage n’est pas celui d’un service d’horodatage.',
    certificate_ended: 'Un certificat du service d’horodatage n’était pas valide à ce moment.',
    removed: 'Le fichier n’a pas d’horodatage.',
    other: 'L’horodatage du fichier n’est pas celui que nomme le journal.',
  },
  longTerm: 'Validation à long terme',
  longTermHolds:
    'Le fichier signé contient les certificats et les listes de révocation (CRL) qui permettent de le vérifier quand ses services n’existeront plus. Elles viennent d’être vérifiées et sont valides. Elles suivent le sceau : certains programmes disent donc que le document n’est pas signé en entier.',
  longTermMissing: 'Ces données étaient demandées et n’ont pas pu être obtenues lors du scellement.',
  longTermBroken: 'Ces données ne sont pas valides.',
  fileTitle: 'Vérifier votre fichier',
  fileSays: 'Le fichier reste sur votre appareil. Seule son empreinte (SHA-256) est envoyée.',
  file: 'Fichier PDF',
  drop: 'Choisissez le fichier ou déposez-le ici.',
  digest: 'SHA-256 du fichier',
  digestHint: '64 caractères : 0–9 et a–f.',
  check: 'Vérifier le fichier',
  isOriginal: 'Votre fichier est ce document tel qu’il a été envoyé à la signature, sans les signatures.',
  isSealed: 'Votre fichier est ce document, signé et scellé, inchangé.',
  isCertificate: 'Votre fichier est le certificat de ce document, inchangé.',
  isUploaded: 'Votre fichier est un papier signé à la main pour ce document.',
  isUploadedSays: 'Qui l’a signé, c’est l’expéditeur qui le dit.',
  isBare: 'Des données de validation à long terme ont été retirées de votre fichier.',
  isBareSays:
    'Le document lui-même est tel qu’il a été signé et scellé, et son sceau dit que ces données suivent. Demandez à l’expéditeur le fichier scellé tel qu’il a été remis.',
  isOther: 'Votre fichier appartient à un autre document : {title}.',
  isShared: 'Votre fichier appartient à plusieurs documents.',
  isSharedSays:
    'Il ne dit donc pas duquel il s’agit, s’il est valide ni qui l’a signé. Saisissez le numéro de votre document et choisissez le fichier à cet endroit, ou demandez le fichier scellé à l’expéditeur.',
  isNone: 'Votre fichier n’est pas connu ici.',
  isNoneSays:
    'Il a été modifié, réenregistré par un autre programme, imprimé et numérisé, ou vient d’ailleurs, ou son document n’est pas valide. Rien de son contenu n’est confirmé ici. Demandez le fichier scellé à l’expéditeur.',
  badDigest: 'Un SHA-256 a 64 caractères : 0–9 et a–f.',
  reading: 'Lecture du fichier …',
  unreadable: 'Le fichier n’a pas pu être lu.',
  other: 'Vérifier un autre document',
}

const es: VerifyStrings = {
  title: 'Verificar un documento',
  intro: 'Vea si un documento está firmado por todos y si su archivo no ha cambiado.',
  number: 'Número del documento',
  numberHint: 'Está en la dirección al pie de cada página.',
  verify: 'Verificar el documento',
  signedTitle: 'Firmado por todos y sin cambios',
  signedSays: 'Los archivos guardados y el registro de las firmas se acaban de comprobar: ambos están intactos.',
  openTitle: 'Abierto para firmar',
  openSays: 'Aún no han firmado todos. Quién firma se muestra cuando todos lo han hecho.',
  invalidTitle: 'No válido',
  invalidSays: 'Ningún documento válido tiene este número. Puede ser que:',
  mistyped: 'el número esté mal escrito, o el documento sea de otro servidor',
  ended: 'el documento se haya rechazado, retirado o no se haya firmado a tiempo',
  changed: 'el documento guardado o su registro se haya modificado',
  invalidThen: 'No confíe en el documento. Pregunte al remitente.',
  signedBy: 'Firmado por',
  signedAs: 'Firmado como {name}',
  writtenAs: 'En el documento figura {name}',
  link: 'con un enlace personal, enviado por correo',
  session: 'con la sesión iniciada en una cuenta',
  attested: 'según confirma el remitente',
  onPaper: 'firmado a mano en papel, según confirma el remitente',
  paperAttached: 'El escaneo está adjunto al documento sellado.',
  uploaded: 'Subido el {at}.',
  uploadedBy: 'Subido el {at} por {by}.',
  timestamp: 'Sello de tiempo',
  stamped: '{at}, por {authority}',
  stampHolds: 'Está en el archivo firmado, se acaba de comprobar y es válido: el archivo era entonces como es ahora.',
  stampBroken: 'Este sello de tiempo no es válido. No confíe en la hora de arriba.',
  unstamped: 'Ninguno: la autoridad de sellado no respondió a tiempo. Las horas de arriba son las del servidor del remitente.',
  noTimestamp: 'Ninguno. Las horas de arriba son las del servidor del remitente; ninguna autoridad de sellado las confirmó.',
  stampFaults: {
    unreadable: 'El sello de tiempo no se puede leer.',
    not_timestamp: 'Lo que figura como sello de tiempo no lo es.',
    other_signature: 'El sello de tiempo es de otra firma.',
    changed: 'El sello de tiempo se modificó.',
    no_certificate: 'Falta el certificado de la autoridad de sellado.',
    wrong_signature: 'La firma de la autoridad de sellado no es válida.',
    other_certificate: 'El sello de tiempo nombra otro certificado que el que lo firmó.',
    not_authority: 'El certificado que firmó el sello de tiempo no es de una autoridad de sellado.',
    certificate_ended: 'Un certificado de la autoridad de sellado no era válido en ese momento.',
    removed: 'El archivo no tiene sello de tiempo.',
    other: 'El sello de tiempo del archivo no es el que nombra el registro.',
  },
  longTerm: 'Validación a largo plazo',
  longTermHolds:
    'El archivo firmado lleva los certificados y las listas de revocación (CRL) con los que se puede verificar cuando sus autoridades ya no existan. Se acaban de comprobar y son válidos. Van detrás del sello, por lo que algunos programas dicen que no todo el documento está firmado.',
  longTermMissing: 'Estos datos se pidieron y no se pudieron obtener al sellar el documento.',
  longTermBroken: 'Estos datos no son válidos.',
  fileTitle: 'Verificar su archivo',
  fileSays: 'El archivo se queda en su dispositivo. Solo se envía su huella (SHA-256).',
  file: 'Archivo PDF',
  drop: 'Elija el archivo o suéltelo aquí.',
  digest: 'SHA-256 del archivo',
  digestHint: '64 caracteres: 0–9 y a–f.',
  check: 'Verificar el archivo',
  isOriginal: 'Su archivo es este documento tal como se envió a firmar, sin las firmas.',
  isSealed: 'Su archivo es este documento, firmado y sellado, sin cambios.',
  isCertificate: 'Su archivo es el certificado de este documento, sin cambios.',
  isUploaded: 'Su archivo es un papel que se firmó a mano para este documento.',
  isUploadedSays: 'Quién lo firmó es lo que dice el remitente.',
  isBare: 'Se quitaron de su archivo los datos de validación a largo plazo.',
  isBareSays:
    'El documento en sí está tal como se firmó y selló, y su sello dice que estos datos le siguen. Pida al remitente el archivo sellado tal como se entregó.',
  isOther: 'Su archivo pertenece a otro documento: {title}.',
  isShared: 'Su archivo pertenece a varios documentos.',
  isSharedSays:
    'Por eso no dice de cuál se trata, si es válido ni quién lo firmó. Escriba el número de su documento y elija allí el archivo, o pida al remitente el archivo sellado.',
  isNone: 'Su archivo no se conoce aquí.',
  isNoneSays:
    'Se modificó, se guardó de nuevo con otro programa, se imprimió y escaneó, o viene de otro lugar, o su documento no es válido. Nada de su contenido se confirma aquí. Pida al remitente el archivo sellado.',
  badDigest: 'Un SHA-256 tiene 64 caracteres: 0–9 y a–f.',
  reading: 'Leyendo el archivo …',
  unreadable: 'No se pudo leer el archivo.',
  other: 'Verificar otro documento',
}

const pt: VerifyStrings = {
  title: 'Verificar um documento',
  intro: 'Veja se um documento está assinado por todos e se o seu ficheiro não foi alterado.',
  number: 'Número do documento',
  numberHint: 'Está no endereço no rodapé de cada página.',
  verify: 'Verificar o documento',
  signedTitle: 'Assinado por todos e inalterado',
  signedSays: 'Os ficheiros guardados e o registo das assinaturas acabam de ser verificados: ambos estão intactos.',
  openTitle: 'Aberto para assinatura',
  openSays: 'Ainda não assinaram todos. Quem assina é mostrado quando todos tiverem assinado.',
  invalidTitle: 'Não válido',
  invalidSays: 'Nenhum documento válido tem este número. Pode ser que:',
  mistyped: 'o número esteja mal escrito, ou o documento seja de outro servidor',
  ended: 'o documento tenha sido recusado, retirado ou não assinado a tempo',
  changed: 'o documento guardado ou o seu registo tenha sido alterado',
  invalidThen: 'Não confie no documento. Pergunte ao remetente.',
  signedBy: 'Assinado por',
  signedAs: 'Assinado como {name}',
  writtenAs: 'No documento consta {name}',
  link: 'por um link pessoal, enviado por e-mail',
  session: 'com sessão iniciada numa conta',
  attested: 'como confirma o remetente',
  onPaper: 'assinado à mão em papel, como confirma o remetente',
  paperAttached: 'A digitalização está anexada ao documento selado.',
  uploaded: 'Enviado em {at}.',
  uploadedBy: 'Enviado em {at} por {by}.',
  timestamp: 'Selo temporal',
  stamped: '{at}, por {authority}',
  stampHolds: 'Está no ficheiro assinado, acabou de ser verificado e é válido: o ficheiro era então como é agora.',
  stampBroken: 'Este selo temporal não é válido. Não confie na hora acima.',
  unstamped: 'Nenhum: a autoridade de selos temporais não respondeu a tempo. As horas acima são as do servidor do remetente.',
  noTimestamp: 'Nenhum. As horas acima são as do servidor do remetente; nenhuma autoridade de selos temporais as confirmou.',
  stampFaults: {
    unreadable: 'O selo temporal não pode ser lido.',
    not_timestamp: 'O que consta como selo temporal não o é.',
    other_signature: 'O selo temporal é de outra assinatura.',
    changed: 'O selo temporal foi alterado.',
    no_certificate: 'Falta o certificado da autoridade de selos temporais.',
    wrong_signature: 'A assinatura da autoridade de selos temporais não é válida.',
    other_certificate: 'O selo temporal indica outro certificado que não o que o assinou.',
    not_authority: 'O certificado que assinou o selo temporal não é de uma autoridade de selos temporais.',
    certificate_ended: 'Um certificado da autoridade de selos temporais não era válido nesse momento.',
    removed: 'O ficheiro não tem selo temporal.',
    other: 'O selo temporal no ficheiro não é o que o registo indica.',
  },
  longTerm: 'Validação a longo prazo',
  longTermHolds:
    'O ficheiro assinado contém os certificados e as listas de revogação (CRL) com que pode ser verificado quando as suas autoridades já não existirem. Acabam de ser verificados e são válidos. Seguem o selo, por isso alguns programas dizem que nem todo o documento está assinado.',
  longTermMissing: 'Estes dados foram pedidos e não puderam ser obtidos quando o documento foi selado.',
  longTermBroken: 'Estes dados não são válidos.',
  fileTitle: 'Verificar o seu ficheiro',
  fileSays: 'O ficheiro fica no seu dispositivo. Só a sua impressão digital (SHA-256) é enviada.',
  file: 'Ficheiro PDF',
  drop: 'Escolha o ficheiro ou largue-o aqui.',
  digest: 'SHA-256 do ficheiro',
  digestHint: '64 caracteres: 0–9 e a–f.',
  check: 'Verificar o ficheiro',
  isOriginal: 'O seu ficheiro é este documento tal como foi enviado para assinatura, sem as assinaturas.',
  isSealed: 'O seu ficheiro é este documento, assinado e selado, inalterado.',
  isCertificate: 'O seu ficheiro é o certificado deste documento, inalterado.',
  isUploaded: 'O seu ficheiro é um papel que foi assinado à mão para este documento.',
  isUploadedSays: 'Quem o assinou é o que o remetente diz.',
  isBare: 'Os dados de validação a longo prazo foram retirados do seu ficheiro.',
  isBareSays:
    'O documento em si está tal como foi assinado e selado, e o seu selo diz que estes dados o seguem. Peça ao remetente o ficheiro selado tal como foi entregue.',
  isOther: 'O seu ficheiro pertence a outro documento: {title}.',
  isShared: 'O seu ficheiro pertence a vários documentos.',
  isSharedSays:
    'Por isso não diz de qual se trata, se é válido nem quem o assinou. Introduza o número do seu documento e escolha lá o ficheiro, ou peça ao remetente o ficheiro selado.',
  isNone: 'O seu ficheiro não é conhecido aqui.',
  isNoneSays:
    'Foi alterado, guardado de novo por outro programa, impresso e digitalizado, ou vem de outro lugar, ou o seu documento não é válido. Nada do seu conteúdo é confirmado aqui. Peça ao remetente o ficheiro selado.',
  badDigest: 'Um SHA-256 tem 64 caracteres: 0–9 e a–f.',
  reading: 'A ler o ficheiro …',
  unreadable: 'Não foi possível ler o ficheiro.',
  other: 'Verificar outro documento',
}

const hi: VerifyStrings = {
  title: 'दस्तावेज़ की जाँच करें',
  intro: 'देखें कि दस्तावेज़ पर सभी के हस्ताक्षर हैं या नहीं, और आपकी फ़ाइल बदली तो नहीं गई।',
  number: 'दस्तावेज़ संख्या',
  numberHint: 'यह हर पृष्ठ के नीचे दिए पते में है।',
  verify: 'दस्तावेज़ जाँचें',
  signedTitle: 'सभी के हस्ताक्षर हैं, और कुछ बदला नहीं गया',
  signedSays: 'सहेजी गई फ़ाइलें और हस्ताक्षरों का अभिलेख अभी जाँचे गए: दोनों अक्षुण्ण हैं।',
  openTitle: 'हस्ताक्षर के लिए खुला',
  openSays: 'अभी सभी के हस्ताक्षर नहीं हुए। सबके हस्ताक्षर होने पर यहाँ नाम दिखेंगे।',
  invalidTitle: 'मान्य नहीं',
  invalidSays: 'इस संख्या का कोई मान्य दस्तावेज़ नहीं है। संभव है कि:',
  mistyped: 'संख्या गलत लिखी गई हो, या दस्तावेज़ किसी दूसरे सर्वर का हो',
  ended: 'दस्तावेज़ अस्वीकार या वापस लिया गया हो, या समय पर हस्ताक्षर न हुए हों',
  changed: 'सहेजा गया दस्तावेज़ या उसका अभिलेख बदला गया हो',
  invalidThen: 'इस दस्तावेज़ पर भरोसा न करें। भेजने वाले से पूछें।',
  signedBy: 'हस्ताक्षरकर्ता',
  signedAs: '{name} के नाम से हस्ताक्षर',
  writtenAs: 'दस्तावेज़ में {name} लिखा है',
  link: 'ईमेल से भेजे गए निजी लिंक द्वारा',
  session: 'खाते में साइन इन करके',
  attested: 'भेजने वाले की पुष्टि के अनुसार',
  onPaper: 'काग़ज़ पर हाथ से हस्ताक्षर, भेजने वाले की पुष्टि के अनुसार',
  paperAttached: 'स्कैन सील किए गए दस्तावेज़ के साथ जुड़ा है।',
  uploaded: '{at} को अपलोड किया गया।',
  uploadedBy: '{at} को {by} ने अपलोड किया।',
  timestamp: 'टाइमस्टैम्प',
  stamped: '{at}, {authority} द्वारा',
  stampHolds: 'यह हस्ताक्षरित फ़ाइल में है, अभी जाँचा गया और सही है: फ़ाइल तब वैसी ही थी जैसी अब है।',
  stampBroken: 'यह टाइमस्टैम्प मान्य नहीं है। ऊपर के समय पर भरोसा न करें।',
  unstamped: 'कोई नहीं: टाइमस्टैम्प सेवा ने समय पर उत्तर नहीं दिया। ऊपर के समय भेजने वाले के सर्वर के हैं।',
  noTimestamp: 'कोई नहीं। ऊपर के समय भेजने वाले के सर्वर के हैं; किसी टाइमस्टैम्प सेवा ने इनकी पुष्टि नहीं की।',
  stampFaults: {
    unreadable: 'टाइमस्टैम्प पढ़ा नहीं जा सकता।',
    not_timestamp: 'टाइमस्टैम्प की जगह जो है, वह टाइमस्टैम्प नहीं है।',
    other_signature: 'टाइमस्टैम्प किसी दूसरे हस्ताक्षर का है।',
    changed: 'टाइमस्टैम्प बदला गया।',
    no_certificate: 'टाइमस्टैम्प सेवा का प्रमाणपत्र नहीं है।',
    wrong_signature: 'टाइमस्टैम्प सेवा के हस्ताक्षर मान्य नहीं हैं।',
    other_certificate: 'टाइमस्टैम्प उस प्रमाणपत्र का नाम नहीं लेता जिसने उस पर हस्ताक्षर किए।',
    not_authority: 'टाइमस्टैम्प पर हस्ताक्षर करने वाला प्रमाणपत्र टाइमस्टैम्प सेवा का नहीं है।',
    certificate_ended: 'उस समय टाइमस्टैम्प सेवा का कोई प्रमाणपत्र मान्य नहीं था।',
    removed: 'फ़ाइल में कोई टाइमस्टैम्प नहीं है।',
    other: 'फ़ाइल का टाइमस्टैम्प वह नहीं है जो अभिलेख बताता है।',
  },
  longTerm: 'दीर्घकालिक जाँच',
  longTermHolds:
    'हस्ताक्षरित फ़ाइल में वे प्रमाणपत्र और निरस्तीकरण सूचियाँ (CRL) हैं जिनसे उसे तब भी जाँचा जा सकता है जब ये सेवाएँ न रहें। ये अभी जाँची गईं और सही हैं। ये मुहर के बाद आती हैं, इसलिए कुछ प्रोग्राम कहते हैं कि पूरे दस्तावेज़ पर हस्ताक्षर नहीं हैं।',
  longTermMissing: 'यह जानकारी माँगी गई थी, पर मुहर लगाते समय मिल नहीं सकी।',
  longTermBroken: 'यह जानकारी मान्य नहीं है।',
  fileTitle: 'अपनी फ़ाइल जाँचें',
  fileSays: 'फ़ाइल आपके उपकरण पर ही रहती है। केवल उसका फ़िंगरप्रिंट (SHA-256) भेजा जाता है।',
  file: 'PDF फ़ाइल',
  drop: 'फ़ाइल चुनें, या यहाँ छोड़ें।',
  digest: 'फ़ाइल का SHA-256',
  digestHint: '64 अक्षर: 0–9 और a–f।',
  check: 'फ़ाइल जाँचें',
  isOriginal: 'आपकी फ़ाइल यही दस्तावेज़ है, जैसा हस्ताक्षर के लिए भेजा गया था, बिना हस्ताक्षरों के।',
  isSealed: 'आपकी फ़ाइल यही दस्तावेज़ है, हस्ताक्षरित, मुहरबंद और बिना बदलाव के।',
  isCertificate: 'आपकी फ़ाइल इस दस्तावेज़ का प्रमाणपत्र है, बिना बदलाव के।',
  isUploaded: 'आपकी फ़ाइल वह काग़ज़ है जिस पर इस दस्तावेज़ के लिए हाथ से हस्ताक्षर किए गए।',
  isUploadedSays: 'हस्ताक्षर किसने किए, यह भेजने वाले का कथन है।',
  isBare: 'आपकी फ़ाइल से दीर्घकालिक जाँच की जानकारी हटा दी गई।',
  isBareSays:
    'दस्तावेज़ स्वयं वैसा ही है जैसा हस्ताक्षरित और मुहरबंद हुआ था, और उसकी मुहर कहती है कि यह जानकारी आगे है। भेजने वाले से वही मुहरबंद फ़ाइल माँगें जो दी गई थी।',
  isOther: 'आपकी फ़ाइल किसी दूसरे दस्तावेज़ की है: {title}।',
  isShared: 'आपकी फ़ाइल कई दस्तावेज़ों की है।',
  isSharedSays:
    'इसलिए इससे पता नहीं चलता कि कौन-सा दस्तावेज़ है, वह मान्य है या नहीं, और किसने हस्ताक्षर किए। अपने दस्तावेज़ की संख्या लिखें और वहाँ फ़ाइल चुनें, या भेजने वाले से मुहरबंद फ़ाइल माँगें।',
  isNone: 'आपकी फ़ाइल यहाँ ज्ञात नहीं है।',
  isNoneSays:
    'इसे बदला गया, किसी दूसरे प्रोग्राम से फिर सहेजा गया, छापकर स्कैन किया गया, यह कहीं और की है, या इसका दस्तावेज़ मान्य नहीं है। इसकी किसी बात की यहाँ पुष्टि नहीं होती। भेजने वाले से मुहरबंद फ़ाइल माँगें।',
  badDigest: 'SHA-256 में 64 अक्षर होते हैं: 0–9 और a–f।',
  reading: 'फ़ाइल पढ़ी जा रही है …',
  unreadable: 'फ़ाइल पढ़ी नहीं जा सकी।',
  other: 'दूसरा दस्तावेज़ जाँचें',
}

export const verifyStrings: Readonly<Record<Language, VerifyStrings>> = { en, de, fr, es, pt, hi }
