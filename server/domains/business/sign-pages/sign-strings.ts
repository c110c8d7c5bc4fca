import type { Language } from '#shapes/languages.ts'

/** What the page behind the link of a signer says. Values in braces are put in. */
export interface SignStrings {
  asks: string
  until: string
  toForm: string
  signers: string
  you: string
  signedOn: string
  notYet: string
  isLater: string
  isDeclined: string
  document: string
  page: string
  pageText: string
  larger: string
  download: string
  form: string
  onPage: string
  filled: string
  nextField: string
  allFilled: string
  name: string
  nameHint: string
  signature: string
  initials: string
  date: string
  text: string
  tick: string
  typed: string
  drawn: string
  drawHint: string
  clear: string
  uploaded: string
  uploadHint: string
  uploadFile: string
  uploadShown: string
  uploadUnusable: string
  sameSignature: string
  initialsHint: string
  dateHint: string
  nameFieldHint: string
  optional: string
  consent: string
  sign: string
  decline: string
  declineSays: string
  reason: string
  declineButton: string
  handOver: string
  handOverSays: string
  handOverName: string
  handOverEmail: string
  handOverButton: string
  handOverAsked: string
  handOverRefused: string
  emailWrong: string
  emailYours: string
  codeTitle: string
  codeSays: string
  codeSaysWhatsapp: string
  codeSend: string
  codeHave: string
  codeLabel: string
  codeSent: string
  codeSentWhatsapp: string
  codeUnsent: string
  codeEnter: string
  codeAgain: string
  codeWrong: string
  codeSpent: string
  mistakes: string
  required: string
  consentMissing: string
  drawingMissing: string
  pictureMissing: string
  letterMissing: string
  letterUnseen: string
  badValue: string
  failed: string
  /** The stored document is not what was sent. */
  damaged: string
  tooMany: string
  youSigned: string
  othersSign: string
  sealSoon: string
  sealed: string
  keepBoth: string
  downloadSealed: string
  downloadCertificate: string
  verify: string
  notTurnTitle: string
  notTurnSays: string
  youDeclined: string
  declinedTitle: string
  nothingLeft: string
  voidedTitle: string
  reasonSays: string
  expiredTitle: string
  expiredSays: string
  unknownTitle: string
  unknownSays: string
  notNowTitle: string
  language: string
}

const en: SignStrings = {
  asks: '{sender} asks you to sign',
  until: 'You can sign until {day}.',
  toForm: 'Go to the fields',
  signers: 'Who signs',
  you: '(you)',
  signedOn: 'signed on {day}',
  notYet: 'has not signed yet',
  isLater: 'signs later',
  isDeclined: 'declined',
  document: 'Document',
  page: 'Page {n} of {count}',
  pageText: 'Text of page {n}',
  larger: 'Larger picture of page {n}',
  download: 'Download the PDF',
  form: 'Fill in and sign',
  onPage: 'Page {n}',
  filled: '{n} of {count} filled in',
  nextField: 'Next: {label}',
  allFilled: 'All filled in: go to Sign',
  name: 'Your name',
  nameHint: 'As you sign.',
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date',
  text: 'Text',
  tick: 'Tick',
  typed: 'Use my typed name',
  drawn: 'Draw it',
  drawHint: 'Draw with a finger, a pen or the mouse. Your typed name is just as valid.',
  clear: 'Clear the drawing',
  uploaded: 'Use a picture of it',
  uploadHint: 'A photo or scan of your signature. It is made smaller on this device and shown here before you sign.',
  uploadFile: 'Picture (PNG or JPEG)',
  uploadShown: 'Your signature, as it will stand in the document',
  uploadUnusable: 'This picture cannot be used. Choose a PNG or JPEG of up to 10 MB that shows your signature.',
  sameSignature: 'Your signature is placed here too.',
  initialsHint: 'Left empty, they are taken from your name.',
  dateHint: 'Filled in with the day on which you sign.',
  nameFieldHint: 'Left empty, it is your name as typed above.',
  optional: '(optional)',
  consent: 'Your consent',
  sign: 'Sign',
  decline: 'Decline to sign',
  declineSays: 'This ends the document for all signers, and {sender} reads your reason. It cannot be undone.',
  reason: 'Reason',
  declineButton: 'Decline document',
  handOver: 'Not you who signs?',
  handOverSays: 'Name the person who should sign. Nothing goes to them before {sender} agrees; until then you can still sign.',
  handOverName: 'Their name',
  handOverEmail: 'Their email',
  handOverButton: 'Name this person',
  handOverAsked: 'You named {name}. {sender} decides; you can still sign yourself.',
  handOverRefused: '{sender} asks you to sign yourself.',
  emailWrong: 'Enter an email address.',
  emailYours: 'This is your own address. Name another person, or sign yourself.',
  codeTitle: 'Confirm that it is you',
  codeSays: 'This document is shown to you after you enter a code. We send it to the email address that got this link.',
  codeSaysWhatsapp:
    'This document is shown to you after you enter a code. We send it by WhatsApp to your number that ends in {number}.',
  codeSend: 'Send the code',
  codeHave: 'I have a code',
  codeLabel: 'Code of six digits',
  codeSent: 'We have sent a code to your email address. It holds for ten minutes.',
  codeSentWhatsapp: 'We have sent a code by WhatsApp to your number that ends in {number}. It holds for ten minutes.',
  codeUnsent: 'The code could not be sent. The sender has been told; ask them to send it another way.',
  codeEnter: 'Continue',
  codeAgain: 'Send another code',
  codeWrong: 'This code is wrong. Enter the six digits of the newest message.',
  codeSpent: 'This code cannot be used any more. Send another one.',
  mistakes: 'Not signed yet. Check these fields:',
  required: 'Fill in this field.',
  consentMissing: 'Tick the box if you agree. Without it, nothing is signed.',
  drawingMissing: 'Draw your signature, or use your typed name.',
  pictureMissing: 'Choose a picture of your signature, or use your typed name.',
  letterMissing: 'The document cannot show “{letter}” ({codes}). Write it in another way.',
  letterUnseen:
    'There is an invisible character here ({codes}) that changes how the text is read. Remove it, or type the text again.',
  badValue: 'Check this entry: it is too long, or has characters that cannot be used.',
  failed: 'That did not work. What you typed is kept: please try again in a moment.',
  damaged: 'The stored file of this document is damaged, so it cannot be signed now. Please tell the sender.',
  tooMany: 'Too many requests. Please try again in a minute.',
  youSigned: 'You have signed',
  othersSign: 'Others still have to sign. Once all have, you get the sealed document by email.',
  sealSoon: 'All have signed. The document is being sealed; you get it by email in a few minutes.',
  sealed: 'All have signed, and the document is sealed.',
  keepBoth: 'Keep both files: the document, and the certificate that says how it was signed.',
  downloadSealed: 'Download the signed document',
  downloadCertificate: 'Download the certificate',
  verify: 'Verify the document',
  notTurnTitle: 'It is not your turn yet',
  notTurnSays: 'Others sign before you. You get an email when it is your turn.',
  youDeclined: 'You declined to sign',
  declinedTitle: 'This document was declined',
  nothingLeft: 'It can no longer be signed. There is nothing left for you to do.',
  voidedTitle: '{sender} took this document back',
  reasonSays: 'Reason: {reason}',
  expiredTitle: 'The time to sign has ended',
  expiredSays: 'It ended on {day}. Ask {sender} for a new document if you still want to sign.',
  unknownTitle: 'This link does not lead to a document',
  unknownSays: 'Open the newest link from the email, or ask the sender for another.',
  notNowTitle: 'Not available at the moment',
  language: 'Language',
}

const de: SignStrings = {
  asks: '{sender} bittet Sie um Ihre Unterschrift',
  until: 'Sie können bis {day} unterschreiben.',
  toForm: 'Zu den Feldern',
  signers: 'Wer unterschreibt',
  you: '(Sie)',
  signedOn: 'unterschrieben am {day}',
  notYet: 'hat noch nicht unterschrieben',
  isLater: 'unterschreibt später',
  isDeclined: 'hat abgelehnt',
  document: 'Dokument',
  page: 'Seite {n} von {count}',
  pageText: 'Text von Seite {n}',
  larger: 'Größeres Bild von Seite {n}',
  download: 'PDF herunterladen',
  form: 'Ausfüllen und unterschreiben',
  onPage: 'Seite {n}',
  filled: '{n} von {count} ausgefüllt',
  nextField: 'Weiter: {label}',
  allFilled: 'Alles ausgefüllt: zur Unterschrift',
  name: 'Ihr Name',
  nameHint: 'So, wie Sie unterschreiben.',
  signature: 'Unterschrift',
  initials: 'Initialen',
  date: 'Datum',
  text: 'Text',
  tick: 'Häkchen',
  typed: 'Meinen getippten Namen verwenden',
  drawn: 'Zeichnen',
  drawHint: 'Zeichnen Sie mit Finger, Stift oder Maus. Ihr getippter Name gilt genauso.',
  clear: 'Zeichnung löschen',
  uploaded: 'Ein Bild davon verwenden',
  uploadHint:
    'Ein Foto oder Scan Ihrer Unterschrift. Es wird auf diesem Gerät verkleinert und hier gezeigt, bevor Sie unterschreiben.',
  uploadFile: 'Bild (PNG oder JPEG)',
  uploadShown: 'Ihre Unterschrift, wie sie im Dokument stehen wird',
  uploadUnusable:
    'Dieses Bild kann nicht verwendet werden. Wählen Sie ein PNG oder JPEG bis 10 MB, das Ihre Unterschrift zeigt.',
  sameSignature: 'Ihre Unterschrift wird auch hier eingesetzt.',
  initialsHint: 'Bleibt das Feld leer, werden sie aus Ihrem Namen gebildet.',
  dateHint: 'Wird mit dem Tag ausgefüllt, an dem Sie unterschreiben.',
  nameFieldHint: 'Bleibt das Feld leer, steht hier Ihr Name wie oben.',
  optional: '(optional)',
  consent: 'Ihre Zustimmung',
  sign: 'Unterschreiben',
  decline: 'Unterschrift ablehnen',
  declineSays: 'Damit endet das Dokument für alle, und {sender} liest Ihre Begründung. Das lässt sich nicht rückgängig machen.',
  reason: 'Begründung',
  declineButton: 'Dokument ablehnen',
  handOver: 'Sie sind nicht die richtige Person?',
  handOverSays:
    'Nennen Sie die Person, die unterschreiben soll. Sie erhält nichts, bevor {sender} zustimmt; bis dahin können Sie weiterhin unterschreiben.',
  handOverName: 'Deren Name',
  handOverEmail: 'Deren E-Mail',
  handOverButton: 'Diese Person nennen',
  handOverAsked: 'Sie haben {name} genannt. {sender} entscheidet; Sie können weiterhin selbst unterschreiben.',
  handOverRefused: '{sender} bittet Sie, selbst zu unterschreiben.',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein.',
  emailYours: 'Das ist Ihre eigene Adresse. Nennen Sie eine andere Person, oder unterschreiben Sie selbst.',
  codeTitle: 'Bestätigen Sie, dass Sie es sind',
  codeSays:
    'Das Dokument wird gezeigt, sobald Sie einen Code eingeben. Wir senden ihn an die E-Mail-Adresse, die diesen Link erhalten hat.',
  codeSaysWhatsapp:
    'Das Dokument wird gezeigt, sobald Sie einen Code eingeben. Wir senden ihn per WhatsApp an Ihre Nummer, die auf {number} endet.',
  codeSend: 'Code senden',
  codeHave: 'Ich habe einen Code',
  codeLabel: 'Code aus sechs Ziffern',
  codeSent: 'Wir haben einen Code an Ihre E-Mail-Adresse gesendet. Er gilt zehn Minuten.',
  codeSentWhatsapp: 'Wir haben einen Code per WhatsApp an Ihre Nummer gesendet, die auf {number} endet. Er gilt zehn Minuten.',
  codeUnsent: 'Der Code konnte nicht gesendet werden. Der Absender weiß davon; bitten Sie ihn um einen anderen Weg.',
  codeEnter: 'Weiter',
  codeAgain: 'Neuen Code senden',
  codeWrong: 'Dieser Code ist falsch. Geben Sie die sechs Ziffern der neuesten Nachricht ein.',
  codeSpent: 'Dieser Code kann nicht mehr verwendet werden. Senden Sie einen neuen.',
  mistakes: 'Noch nicht unterschrieben. Prüfen Sie diese Felder:',
  required: 'Bitte ausfüllen.',
  consentMissing: 'Setzen Sie das Häkchen, wenn Sie einverstanden sind. Ohne es wird nichts unterschrieben.',
  drawingMissing: 'Zeichnen Sie Ihre Unterschrift oder verwenden Sie Ihren getippten Namen.',
  pictureMissing: 'Wählen Sie ein Bild Ihrer Unterschrift oder verwenden Sie Ihren getippten Namen.',
  letterMissing: 'Das Dokument kann „{letter}“ ({codes}) nicht darstellen. Schreiben Sie es anders.',
  letterUnseen:
    'Hier steht ein unsichtbares Zeichen ({codes}), das ändert, wie der Text gelesen wird. Löschen Sie es oder tippen Sie den Text neu.',
  badValue: 'Bitte prüfen Sie diese Angabe: Sie ist zu lang oder enthält unzulässige Zeichen.',
  failed: 'Das hat nicht geklappt. Ihre Angaben bleiben erhalten: Bitte versuchen Sie es gleich noch einmal.',
  damaged:
    'Die gespeicherte Datei dieses Dokuments ist beschädigt; darum kann es gerade nicht unterschrieben werden. Bitte sagen Sie dem Absender Bescheid.',
  tooMany: 'Zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.',
  youSigned: 'Sie haben unterschrieben',
  othersSign: 'Andere müssen noch unterschreiben. Danach erhalten Sie das versiegelte Dokument per E-Mail.',
  sealSoon: 'Alle haben unterschrieben. Das Dokument wird versiegelt; Sie erhalten es in wenigen Minuten per E-Mail.',
  sealed: 'Alle haben unterschrieben, und das Dokument ist versiegelt.',
  keepBoth: 'Bewahren Sie beide Dateien auf: das Dokument und das Zertifikat, das sagt, wie unterschrieben wurde.',
  downloadSealed: 'Unterschriebenes Dokument herunterladen',
  downloadCertificate: 'Zertifikat herunterladen',
  verify: 'Dokument prüfen',
  notTurnTitle: 'Sie sind noch nicht an der Reihe',
  notTurnSays: 'Andere unterschreiben vor Ihnen. Sie erhalten eine E-Mail, sobald Sie an der Reihe sind.',
  youDeclined: 'Sie haben die Unterschrift abgelehnt',
  declinedTitle: 'Dieses Dokument wurde abgelehnt',
  nothingLeft: 'Es kann nicht mehr unterschrieben werden. Sie müssen nichts weiter tun.',
  voidedTitle: '{sender} hat dieses Dokument zurückgezogen',
  reasonSays: 'Begründung: {reason}',
  expiredTitle: 'Die Frist zur Unterschrift ist abgelaufen',
  expiredSays: 'Sie endete am {day}. Bitten Sie {sender} um ein neues Dokument, wenn Sie noch unterschreiben möchten.',
  unknownTitle: 'Dieser Link führt zu keinem Dokument',
  unknownSays: 'Öffnen Sie den neuesten Link aus der E-Mail oder bitten Sie den Absender um einen neuen.',
  notNowTitle: 'Im Moment nicht verfügbar',
  language: 'Sprache',
}

const fr: SignStrings = {
  asks: '{sender} vous demande de signer',
  until: 'Vous pouvez signer jusqu’au {day}.',
  toForm: 'Aller aux champs',
  signers: 'Signataires',
  you: '(vous)',
  signedOn: 'signé le {day}',
  notYet: 'n’a pas encore signé',
  isLater: 'signe plus tard',
  isDeclined: 'a refusé',
  document: 'Document',
  page: 'Page {n} sur {count}',
  pageText: 'Texte de la page {n}',
  larger: 'Image agrandie de la page {n}',
  download: 'Télécharger le PDF',
  form: 'Remplir et signer',
  onPage: 'Page {n}',
  filled: '{n} sur {count} remplis',
  nextField: 'Suivant : {label}',
  allFilled: 'Tout est rempli : aller à Signer',
  name: 'Votre nom',
  nameHint: 'Tel que vous signez.',
  signature: 'Signature',
  initials: 'Initiales',
  date: 'Date',
  text: 'Texte',
  tick: 'Case',
  typed: 'Utiliser mon nom saisi',
  drawn: 'La dessiner',
  drawHint: 'Dessinez avec un doigt, un stylet ou la souris. Votre nom saisi a la même valeur.',
  clear: 'Effacer le dessin',
  uploaded: 'Utiliser une image',
  uploadHint:
    'Une photo ou un scan de votre signature. L’image est réduite sur cet appareil et affichée ici avant que vous signiez.',
  uploadFile: 'Image (PNG ou JPEG)',
  uploadShown: 'Votre signature, telle qu’elle figurera dans le document',
  uploadUnusable:
    'Cette image ne peut pas être utilisée. Choisissez un PNG ou JPEG de 10 Mo au plus qui montre votre signature.',
  sameSignature: 'Votre signature est aussi placée ici.',
  initialsHint: 'Si ce champ reste vide, elles viennent de votre nom.',
  dateHint: 'Rempli avec le jour où vous signez.',
  nameFieldHint: 'Si ce champ reste vide, c’est votre nom tel que saisi plus haut.',
  optional: '(facultatif)',
  consent: 'Votre accord',
  sign: 'Signer',
  decline: 'Refuser de signer',
  declineSays: 'Cela met fin au document pour tous, et {sender} lira votre motif. C’est irréversible.',
  reason: 'Motif',
  declineButton: 'Refuser le document',
  handOver: 'Ce n’est pas à vous de signer ?',
  handOverSays:
    'Indiquez la personne qui doit signer. Rien ne lui est envoyé avant l’accord de {sender} ; d’ici là, vous pouvez toujours signer.',
  handOverName: 'Son nom',
  handOverEmail: 'Son e-mail',
  handOverButton: 'Indiquer cette personne',
  handOverAsked: 'Vous avez indiqué {name}. {sender} décide ; vous pouvez toujours signer vous-même.',
  handOverRefused: '{sender} vous demande de signer vous-même.',
  emailWrong: 'Saisissez une adresse e-mail.',
  emailYours: 'C’est votre propre adresse. Indiquez une autre personne ou signez vous-même.',
  codeTitle: 'Confirmez votre identité',
  codeSays: 'Le document s’affiche après la saisie d’un code. Nous l’envoyons à l’adresse e-mail qui a reçu ce lien.',
  codeSaysWhatsapp:
    'Le document s’affiche après la saisie d’un code. Nous l’envoyons par WhatsApp à votre numéro qui se termine par {number}.',
  codeSend: 'Envoyer le code',
  codeHave: 'J’ai un code',
  codeLabel: 'Code à six chiffres',
  codeSent: 'Nous avons envoyé un code à votre adresse e-mail. Il est valable dix minutes.',
  codeSentWhatsapp:
    'Nous avons envoyé un code par WhatsApp à votre numéro qui se termine par {number}. Il est valable dix minutes.',
  codeUnsent: 'Le code n’a pas pu être envoyé. L’expéditeur en est informé ; demandez-lui un autre moyen.',
  codeEnter: 'Continuer',
  codeAgain: 'Envoyer un autre code',
  codeWrong: 'Ce code est faux. Saisissez les six chiffres du dernier message.',
  codeSpent: 'Ce code n’est plus utilisable. Envoyez-en un autre.',
  mistakes: 'Pas encore signé. Vérifiez ces champs :',
  required: 'Remplissez ce champ.',
  consentMissing: 'Cochez la case si vous êtes d’accord. Sans cela, rien n’est signé.',
  drawingMissing: 'Dessinez votre signature ou utilisez votre nom saisi.',
  pictureMissing: 'Choisissez une image de votre signature ou utilisez votre nom saisi.',
  letterMissing: 'Le document ne peut pas afficher « {letter} » ({codes}). Écrivez-le autrement.',
  letterUnseen:
    'Un caractère invisible ({codes}) change ici la lecture du texte. Supprimez-le ou saisissez le texte à nouveau.',
  badValue: 'Vérifiez ce champ : il est trop long ou contient des caractères non autorisés.',
  failed: 'Cela n’a pas fonctionné. Votre saisie est conservée : réessayez dans un instant.',
  damaged:
    'Le fichier enregistré de ce document est endommagé : il ne peut pas être signé pour l’instant. Veuillez prévenir l’expéditeur.',
  tooMany: 'Trop de demandes. Réessayez dans une minute.',
  youSigned: 'Vous avez signé',
  othersSign: 'D’autres doivent encore signer. Ensuite, vous recevrez le document scellé par e-mail.',
  sealSoon: 'Tous ont signé. Le document est en cours de scellement ; vous le recevrez par e-mail dans quelques minutes.',
  sealed: 'Tous ont signé et le document est scellé.',
  keepBoth: 'Conservez les deux fichiers : le document et le certificat qui dit comment il a été signé.',
  downloadSealed: 'Télécharger le document signé',
  downloadCertificate: 'Télécharger le certificat',
  verify: 'Vérifier le document',
  notTurnTitle: 'Ce n’est pas encore votre tour',
  notTurnSays: 'D’autres signent avant vous. Vous recevrez un e-mail quand ce sera votre tour.',
  youDeclined: 'Vous avez refusé de signer',
  declinedTitle: 'Ce document a été refusé',
  nothingLeft: 'Il ne peut plus être signé. Vous n’avez plus rien à faire.',
  voidedTitle: '{sender} a retiré ce document',
  reasonSays: 'Motif : {reason}',
  expiredTitle: 'Le délai de signature est écoulé',
  expiredSays: 'Il s’est terminé le {day}. Demandez un nouveau document à {sender} si vous voulez encore signer.',
  unknownTitle: 'Ce lien ne mène à aucun document',
  unknownSays: 'Ouvrez le lien le plus récent de l’e-mail ou demandez-en un autre à l’expéditeur.',
  notNowTitle: 'Indisponible pour le moment',
  language: 'Langue',
}

const es: SignStrings = {
  asks: '{sender} le pide su firma',
  until: 'Puede firmar hasta el {day}.',
  toForm: 'Ir a los campos',
  signers: 'Quién firma',
  you: '(usted)',
  signedOn: 'firmó el {day}',
  notYet: 'aún no ha firmado',
  isLater: 'firma más tarde',
  isDeclined: 'ha rechazado',
  document: 'Documento',
  page: 'Página {n} de {count}',
  pageText: 'Texto de la página {n}',
  larger: 'Imagen ampliada de la página {n}',
  download: 'Descargar el PDF',
  form: 'Rellenar y firmar',
  onPage: 'Página {n}',
  filled: '{n} de {count} rellenados',
  nextField: 'Siguiente: {label}',
  allFilled: 'Todo rellenado: ir a Firmar',
  name: 'Su nombre',
  nameHint: 'Tal como firma.',
  signature: 'Firma',
  initials: 'Iniciales',
  date: 'Fecha',
  text: 'Texto',
  tick: 'Casilla',
  typed: 'Usar mi nombre escrito',
  drawn: 'Dibujarla',
  drawHint: 'Dibuje con un dedo, un lápiz o el ratón. Su nombre escrito vale lo mismo.',
  clear: 'Borrar el dibujo',
  uploaded: 'Usar una imagen',
  uploadHint: 'Una foto o un escaneo de su firma. Se reduce en este dispositivo y se muestra aquí antes de que firme.',
  uploadFile: 'Imagen (PNG o JPEG)',
  uploadShown: 'Su firma, tal como aparecerá en el documento',
  uploadUnusable: 'Esta imagen no se puede usar. Elija un PNG o JPEG de hasta 10 MB que muestre su firma.',
  sameSignature: 'Su firma se coloca también aquí.',
  initialsHint: 'Si queda vacío, se toman de su nombre.',
  dateHint: 'Se rellena con el día en que firma.',
  nameFieldHint: 'Si queda vacío, es su nombre tal como está arriba.',
  optional: '(opcional)',
  consent: 'Su consentimiento',
  sign: 'Firmar',
  decline: 'Rechazar la firma',
  declineSays: 'El documento termina para todos, y {sender} leerá su motivo. No se puede deshacer.',
  reason: 'Motivo',
  declineButton: 'Rechazar el documento',
  handOver: '¿No es usted quien firma?',
  handOverSays:
    'Indique la persona que debe firmar. No recibirá nada antes de que {sender} lo acepte; hasta entonces, usted puede firmar.',
  handOverName: 'Su nombre',
  handOverEmail: 'Su correo electrónico',
  handOverButton: 'Indicar a esta persona',
  handOverAsked: 'Usted indicó a {name}. {sender} decide; todavía puede firmar usted.',
  handOverRefused: '{sender} le pide que firme usted.',
  emailWrong: 'Escriba una dirección de correo.',
  emailYours: 'Es su propia dirección. Indique a otra persona o firme usted.',
  codeTitle: 'Confirme que es usted',
  codeSays:
    'El documento se muestra después de introducir un código. Lo enviamos a la dirección de correo que recibió este enlace.',
  codeSaysWhatsapp:
    'El documento se muestra después de introducir un código. Lo enviamos por WhatsApp a su número que termina en {number}.',
  codeSend: 'Enviar el código',
  codeHave: 'Tengo un código',
  codeLabel: 'Código de seis cifras',
  codeSent: 'Hemos enviado un código a su correo. Vale diez minutos.',
  codeSentWhatsapp: 'Hemos enviado un código por WhatsApp a su número que termina en {number}. Vale diez minutos.',
  codeUnsent: 'No se pudo enviar el código. El remitente está avisado; pídale otro medio.',
  codeEnter: 'Continuar',
  codeAgain: 'Enviar otro código',
  codeWrong: 'El código no es correcto. Escriba las seis cifras del último mensaje.',
  codeSpent: 'Este código ya no se puede usar. Envíe otro.',
  mistakes: 'Aún no está firmado. Revise estos campos:',
  required: 'Rellene este campo.',
  consentMissing: 'Marque la casilla si está de acuerdo. Sin ella no se firma nada.',
  drawingMissing: 'Dibuje su firma o use su nombre escrito.',
  pictureMissing: 'Elija una imagen de su firma o use su nombre escrito.',
  letterMissing: 'El documento no puede mostrar «{letter}» ({codes}). Escríbalo de otra forma.',
  letterUnseen:
    'Aquí hay un carácter invisible ({codes}) que cambia cómo se lee el texto. Elimínelo o vuelva a escribir el texto.',
  badValue: 'Revise este campo: es demasiado largo o tiene caracteres no permitidos.',
  failed: 'No ha funcionado. Lo que escribió se conserva: inténtelo de nuevo en un momento.',
  damaged: 'El archivo guardado de este documento está dañado y ahora no se puede firmar. Avise al remitente.',
  tooMany: 'Demasiadas solicitudes. Inténtelo de nuevo en un minuto.',
  youSigned: 'Ha firmado',
  othersSign: 'Otros aún tienen que firmar. Después recibirá el documento sellado por correo.',
  sealSoon: 'Todos han firmado. El documento se está sellando; lo recibirá por correo en unos minutos.',
  sealed: 'Todos han firmado y el documento está sellado.',
  keepBoth: 'Guarde ambos archivos: el documento y el certificado que dice cómo se firmó.',
  downloadSealed: 'Descargar el documento firmado',
  downloadCertificate: 'Descargar el certificado',
  verify: 'Verificar el documento',
  notTurnTitle: 'Aún no es su turno',
  notTurnSays: 'Otros firman antes que usted. Recibirá un correo cuando sea su turno.',
  youDeclined: 'Ha rechazado firmar',
  declinedTitle: 'Este documento fue rechazado',
  nothingLeft: 'Ya no se puede firmar. No tiene que hacer nada más.',
  voidedTitle: '{sender} ha retirado este documento',
  reasonSays: 'Motivo: {reason}',
  expiredTitle: 'El plazo para firmar ha terminado',
  expiredSays: 'Terminó el {day}. Pida a {sender} un documento nuevo si todavía quiere firmar.',
  unknownTitle: 'Este enlace no lleva a ningún documento',
  unknownSays: 'Abra el enlace más reciente del correo o pida otro al remitente.',
  notNowTitle: 'No disponible en este momento',
  language: 'Idioma',
}

const pt: SignStrings = {
  asks: '{sender} pede a sua assinatura',
  until: 'Pode assinar até {day}.',
  toForm: 'Ir para os campos',
  signers: 'Quem assina',
  you: '(você)',
  signedOn: 'assinou em {day}',
  notYet: 'ainda não assinou',
  isLater: 'assina mais tarde',
  isDeclined: 'recusou',
  document: 'Documento',
  page: 'Página {n} de {count}',
  pageText: 'Texto da página {n}',
  larger: 'Imagem maior da página {n}',
  download: 'Descarregar o PDF',
  form: 'Preencher e assinar',
  onPage: 'Página {n}',
  filled: '{n} de {count} preenchidos',
  nextField: 'Seguinte: {label}',
  allFilled: 'Tudo preenchido: ir para Assinar',
  name: 'O seu nome',
  nameHint: 'Tal como assina.',
  signature: 'Assinatura',
  initials: 'Iniciais',
  date: 'Data',
  text: 'Texto',
  tick: 'Caixa',
  typed: 'Usar o meu nome escrito',
  drawn: 'Desenhá-la',
  drawHint: 'Desenhe com um dedo, uma caneta ou o rato. O seu nome escrito vale o mesmo.',
  clear: 'Apagar o desenho',
  uploaded: 'Usar uma imagem',
  uploadHint:
    'Uma fotografia ou digitalização da sua assinatura. É reduzida neste dispositivo e mostrada aqui antes de assinar.',
  uploadFile: 'Imagem (PNG ou JPEG)',
  uploadShown: 'A sua assinatura, tal como ficará no documento',
  uploadUnusable: 'Esta imagem não pode ser usada. Escolha um PNG ou JPEG até 10 MB que mostre a sua assinatura.',
  sameSignature: 'A sua assinatura é colocada também aqui.',
  initialsHint: 'Se ficar vazio, são tiradas do seu nome.',
  dateHint: 'Preenchida com o dia em que assina.',
  nameFieldHint: 'Se ficar vazio, é o seu nome como está acima.',
  optional: '(opcional)',
  consent: 'O seu consentimento',
  sign: 'Assinar',
  decline: 'Recusar assinar',
  declineSays: 'O documento termina para todos, e {sender} lê o seu motivo. Não pode ser desfeito.',
  reason: 'Motivo',
  declineButton: 'Recusar o documento',
  handOver: 'Não é a pessoa certa para assinar?',
  handOverSays: 'Indique quem deve assinar. Nada lhe é enviado antes de {sender} concordar; até lá, ainda pode assinar.',
  handOverName: 'Nome dessa pessoa',
  handOverEmail: 'E-mail dessa pessoa',
  handOverButton: 'Indicar esta pessoa',
  handOverAsked: 'Indicou {name}. {sender} decide; ainda pode assinar.',
  handOverRefused: '{sender} pede que seja o próprio a assinar.',
  emailWrong: 'Introduza um endereço de e-mail.',
  emailYours: 'Este é o seu próprio endereço. Indique outra pessoa ou assine.',
  codeTitle: 'Confirme que é a pessoa certa',
  codeSays:
    'O documento é mostrado depois de introduzir um código. Enviamo-lo para o endereço de e-mail que recebeu este link.',
  codeSaysWhatsapp:
    'O documento é mostrado depois de introduzir um código. Enviamo-lo por WhatsApp para o seu número que termina em {number}.',
  codeSend: 'Enviar o código',
  codeHave: 'Tenho um código',
  codeLabel: 'Código de seis algarismos',
  codeSent: 'Enviámos um código para o seu e-mail. É válido durante dez minutos.',
  codeSentWhatsapp: 'Enviámos um código por WhatsApp para o seu número que termina em {number}. É válido durante dez minutos.',
  codeUnsent: 'Não foi possível enviar o código. O remetente foi avisado; peça-lhe outro meio.',
  codeEnter: 'Continuar',
  codeAgain: 'Enviar outro código',
  codeWrong: 'O código está errado. Introduza os seis algarismos da mensagem mais recente.',
  codeSpent: 'Este código já não pode ser usado. Envie outro.',
  mistakes: 'Ainda não está assinado. Verifique estes campos:',
  required: 'Preencha este campo.',
  consentMissing: 'Marque a caixa se concordar. Sem isso, nada é assinado.',
  drawingMissing: 'Desenhe a sua assinatura ou use o seu nome escrito.',
  pictureMissing: 'Escolha uma imagem da sua assinatura ou use o seu nome escrito.',
  letterMissing: 'O documento não consegue mostrar “{letter}” ({codes}). Escreva de outra forma.',
  letterUnseen: 'Há aqui um caractere invisível ({codes}) que muda a leitura do texto. Remova-o ou digite o texto novamente.',
  badValue: 'Verifique este campo: é demasiado longo ou tem caracteres não permitidos.',
  failed: 'Não funcionou. O que escreveu mantém-se: tente novamente dentro de momentos.',
  damaged: 'O arquivo guardado deste documento está danificado e não pode ser assinado agora. Avise o remetente.',
  tooMany: 'Demasiados pedidos. Tente novamente dentro de um minuto.',
  youSigned: 'Assinou o documento',
  othersSign: 'Outros ainda têm de assinar. Depois recebe o documento selado por e-mail.',
  sealSoon: 'Todos assinaram. O documento está a ser selado; recebe-o por e-mail dentro de minutos.',
  sealed: 'Todos assinaram e o documento está selado.',
  keepBoth: 'Guarde ambos os ficheiros: o documento e o certificado que diz como foi assinado.',
  downloadSealed: 'Descarregar o documento assinado',
  downloadCertificate: 'Descarregar o certificado',
  verify: 'Verificar o documento',
  notTurnTitle: 'Ainda não é a sua vez',
  notTurnSays: 'Outros assinam antes de si. Recebe um e-mail quando for a sua vez.',
  youDeclined: 'Recusou assinar',
  declinedTitle: 'Este documento foi recusado',
  nothingLeft: 'Já não pode ser assinado. Não precisa de fazer mais nada.',
  voidedTitle: '{sender} retirou este documento',
  reasonSays: 'Motivo: {reason}',
  expiredTitle: 'O prazo para assinar terminou',
  expiredSays: 'Terminou em {day}. Peça a {sender} um novo documento se ainda quiser assinar.',
  unknownTitle: 'Este link não leva a nenhum documento',
  unknownSays: 'Abra o link mais recente do e-mail ou peça outro ao remetente.',
  notNowTitle: 'Indisponível neste momento',
  language: 'Idioma',
}

const hi: SignStrings = {
  asks: '{sender} आपसे हस्ताक्षर चाहते हैं',
  until: 'आप {day} तक हस्ताक्षर कर सकते हैं।',
  toForm: 'फ़ील्ड पर जाएँ',
  signers: 'हस्ताक्षर करने वाले',
  you: '(आप)',
  signedOn: '{day} को हस्ताक्षर किए',
  notYet: 'ने अभी हस्ताक्षर नहीं किए',
  isLater: 'बाद में हस्ताक्षर करेंगे',
  isDeclined: 'ने मना किया',
  document: 'दस्तावेज़',
  page: 'पृष्ठ {n} / {count}',
  pageText: 'पृष्ठ {n} का पाठ',
  larger: 'पृष्ठ {n} का बड़ा चित्र',
  download: 'PDF डाउनलोड करें',
  form: 'भरें और हस्ताक्षर करें',
  onPage: 'पृष्ठ {n}',
  filled: '{count} में से {n} भरे गए',
  nextField: 'अगला: {label}',
  allFilled: 'सब भर गया: हस्ताक्षर पर जाएँ',
  name: 'आपका नाम',
  nameHint: 'जैसा आप हस्ताक्षर में लिखते हैं।',
  signature: 'हस्ताक्षर',
  initials: 'आद्याक्षर',
  date: 'दिनांक',
  text: 'पाठ',
  tick: 'सही का निशान',
  typed: 'मेरा लिखा हुआ नाम उपयोग करें',
  drawn: 'हाथ से बनाएँ',
  drawHint: 'उँगली, पेन या माउस से बनाएँ। आपका लिखा हुआ नाम भी उतना ही मान्य है।',
  clear: 'चित्र मिटाएँ',
  uploaded: 'इसकी तस्वीर लगाएँ',
  uploadHint: 'आपके हस्ताक्षर की फ़ोटो या स्कैन। इसे इसी डिवाइस पर छोटा किया जाता है और हस्ताक्षर करने से पहले यहाँ दिखाया जाता है।',
  uploadFile: 'तस्वीर (PNG या JPEG)',
  uploadShown: 'आपका हस्ताक्षर, जैसा दस्तावेज़ में दिखेगा',
  uploadUnusable: 'इस तस्वीर का उपयोग नहीं हो सकता। 10 MB तक की PNG या JPEG चुनें जिसमें आपका हस्ताक्षर दिखे।',
  sameSignature: 'आपका हस्ताक्षर यहाँ भी लगाया जाएगा।',
  initialsHint: 'खाली रहने पर ये आपके नाम से लिए जाएँगे।',
  dateHint: 'हस्ताक्षर के दिन से भरा जाएगा।',
  nameFieldHint: 'खाली रहने पर ऊपर लिखा आपका नाम रहेगा।',
  optional: '(वैकल्पिक)',
  consent: 'आपकी सहमति',
  sign: 'हस्ताक्षर करें',
  decline: 'हस्ताक्षर से मना करें',
  declineSays: 'इससे दस्तावेज़ सभी के लिए समाप्त हो जाता है, और {sender} आपका कारण पढ़ेंगे। इसे वापस नहीं लिया जा सकता।',
  reason: 'कारण',
  declineButton: 'दस्तावेज़ अस्वीकार करें',
  handOver: 'क्या हस्ताक्षर आपको नहीं करने हैं?',
  handOverSays:
    'उस व्यक्ति का नाम दें जिसे हस्ताक्षर करने चाहिए। {sender} की सहमति से पहले उन्हें कुछ नहीं भेजा जाता; तब तक आप हस्ताक्षर कर सकते हैं।',
  handOverName: 'उनका नाम',
  handOverEmail: 'उनका ईमेल',
  handOverButton: 'यह व्यक्ति बताएँ',
  handOverAsked: 'आपने {name} का नाम दिया। निर्णय {sender} का है; आप स्वयं अब भी हस्ताक्षर कर सकते हैं।',
  handOverRefused: '{sender} चाहते हैं कि आप स्वयं हस्ताक्षर करें।',
  emailWrong: 'ईमेल पता लिखें।',
  emailYours: 'यह आपका अपना पता है। किसी और का नाम दें, या स्वयं हस्ताक्षर करें।',
  codeTitle: 'पुष्टि करें कि यह आप ही हैं',
  codeSays: 'कोड डालने के बाद दस्तावेज़ दिखाया जाता है। हम उसे उसी ईमेल पते पर भेजते हैं जिसे यह लिंक मिला।',
  codeSaysWhatsapp: 'कोड डालने के बाद दस्तावेज़ दिखाया जाता है। हम उसे WhatsApp से आपके उस नंबर पर भेजते हैं जिसके अंत में {number} है।',
  codeSend: 'कोड भेजें',
  codeHave: 'मेरे पास कोड है',
  codeLabel: 'छह अंकों का कोड',
  codeSent: 'हमने आपके ईमेल पते पर कोड भेजा है। यह दस मिनट तक मान्य है।',
  codeSentWhatsapp: 'हमने WhatsApp से आपके उस नंबर पर कोड भेजा है जिसके अंत में {number} है। यह दस मिनट तक मान्य है।',
  codeUnsent: 'कोड नहीं भेजा जा सका। भेजने वाले को बता दिया गया है; उनसे दूसरा तरीका माँगें।',
  codeEnter: 'आगे बढ़ें',
  codeAgain: 'दूसरा कोड भेजें',
  codeWrong: 'यह कोड ग़लत है। सबसे नए संदेश के छह अंक डालें।',
  codeSpent: 'यह कोड अब मान्य नहीं है। दूसरा भेजें।',
  mistakes: 'अभी हस्ताक्षर नहीं हुए। ये फ़ील्ड जाँचें:',
  required: 'यह फ़ील्ड भरें।',
  consentMissing: 'सहमत हों तो निशान लगाएँ। इसके बिना हस्ताक्षर नहीं होंगे।',
  drawingMissing: 'अपना हस्ताक्षर बनाएँ, या अपना लिखा हुआ नाम उपयोग करें।',
  pictureMissing: 'अपने हस्ताक्षर की तस्वीर चुनें, या अपना लिखा हुआ नाम उपयोग करें।',
  letterMissing: 'दस्तावेज़ में “{letter}” ({codes}) नहीं दिख सकता। इसे दूसरी तरह लिखें।',
  letterUnseen: 'यहाँ एक अदृश्य अक्षर ({codes}) है जो पाठ के पढ़े जाने का क्रम बदलता है। उसे हटाएँ या पाठ फिर से लिखें।',
  badValue: 'यह प्रविष्टि जाँचें: यह बहुत लंबी है या इसमें ऐसे अक्षर हैं जिनका उपयोग नहीं हो सकता।',
  failed: 'यह नहीं हो पाया। आपका लिखा हुआ बना हुआ है: कृपया थोड़ी देर में फिर कोशिश करें।',
  damaged: 'इस दस्तावेज़ की सहेजी गई फ़ाइल ख़राब है, इसलिए अभी हस्ताक्षर नहीं किए जा सकते। कृपया भेजने वाले को बताएँ।',
  tooMany: 'बहुत सारे अनुरोध। कृपया एक मिनट बाद फिर कोशिश करें।',
  youSigned: 'आपने हस्ताक्षर कर दिए',
  othersSign: 'अभी औरों के हस्ताक्षर बाकी हैं। सबके हस्ताक्षर होने पर मुहरबंद दस्तावेज़ आपको ईमेल से मिलेगा।',
  sealSoon: 'सभी ने हस्ताक्षर कर दिए। दस्तावेज़ मुहरबंद हो रहा है; कुछ मिनटों में वह आपको ईमेल से मिलेगा।',
  sealed: 'सभी ने हस्ताक्षर कर दिए, और दस्तावेज़ मुहरबंद है।',
  keepBoth: 'दोनों फ़ाइलें संभालकर रखें: दस्तावेज़, और प्रमाणपत्र जो बताता है कि हस्ताक्षर कैसे हुए।',
  downloadSealed: 'हस्ताक्षरित दस्तावेज़ डाउनलोड करें',
  downloadCertificate: 'प्रमाणपत्र डाउनलोड करें',
  verify: 'दस्तावेज़ की जाँच करें',
  notTurnTitle: 'अभी आपकी बारी नहीं है',
  notTurnSays: 'औरों के हस्ताक्षर आपसे पहले होंगे। आपकी बारी आने पर आपको ईमेल मिलेगा।',
  youDeclined: 'आपने हस्ताक्षर से मना किया',
  declinedTitle: 'यह दस्तावेज़ अस्वीकार किया गया',
  nothingLeft: 'अब इस पर हस्ताक्षर नहीं हो सकते। आपको और कुछ नहीं करना है।',
  voidedTitle: '{sender} ने यह दस्तावेज़ वापस ले लिया',
  reasonSays: 'कारण: {reason}',
  expiredTitle: 'हस्ताक्षर का समय समाप्त हो गया',
  expiredSays: 'यह {day} को समाप्त हुआ। यदि आप अब भी हस्ताक्षर करना चाहते हैं तो {sender} से नया दस्तावेज़ माँगें।',
  unknownTitle: 'यह लिंक किसी दस्तावेज़ तक नहीं ले जाता',
  unknownSays: 'ईमेल का सबसे नया लिंक खोलें, या भेजने वाले से दूसरा माँगें।',
  notNowTitle: 'इस समय उपलब्ध नहीं',
  language: 'भाषा',
}

export const signStrings: Readonly<Record<Language, SignStrings>> = { en, de, fr, es, pt, hi }
